import { expect, test } from 'vitest'
import { createAnswerCheck } from '#core/translation/check-answers.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import { checkInTurns } from '#server/review/check-in-turns.ts'
import { countTurns } from '#server/review/testing/count-turns.ts'

const PARAGRAPH = 'The harbour office counts the ships of the night and the ships of the day. '.repeat(240)

test('other requests are handled between the checks of few long texts, and each text is checked', async () => {
  const content = Array.from({ length: 6 }, () => PARAGRAPH.trim()).join('\n\n')
  const cut = cutArticle({ fields: [], content })
  const check = createAnswerCheck(cut, { language: 'de', glossary: null })
  const texts = cut.segments.map(({ id, text }) => [id, `${text} `] as const)
  const { result, turns } = await countTurns(() => checkInTurns(check, texts))
  expect([...result.keys()]).toEqual(cut.segments.map(({ id }) => id))
  expect(turns).toBeGreaterThanOrEqual(2)
})
