import { expect, test } from 'vitest'
import { contextOf } from '#core/translation/article-texts.ts'
import { createAnswerCheck } from '#core/translation/check-answers.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import { checkInChunks } from '#server/features/translation/choose-wordings.ts'
import { firstFitting } from '#server/features/translation/review/open-review.ts'
import { countEventLoopTurns } from '#server/features/translation/testing/count-event-loop-turns.ts'

const PARAGRAPH = 'The harbour office counts the ships of the night and the ships of the day. '.repeat(240)

const content = Array.from({ length: 6 }, (_, number) => `Pier ${number}. ${PARAGRAPH.trim()}`).join('\n\n')
const cut = cutArticle({ fields: [], content })
const check = createAnswerCheck(cut, { language: 'de', glossary: null })

test('other requests are handled between the checks of few long texts, and each text is checked', async () => {
  const texts = cut.segments.map(({ id, text }) => [id, `${text} `] as const)
  const { result, turns } = await countEventLoopTurns(() => checkInChunks(check.all, texts))
  expect([...result.keys()]).toEqual(cut.segments.map(({ id }) => id))
  expect(turns).toBeGreaterThanOrEqual(2)
})

test('and so they are while wordings of a machine are looked at', async () => {
  const places = cut.segments.map((segment) => ({ segment, context: contextOf(segment) }))
  const remembered = cut.segments.map(({ text }, id) => [
    { id, context: 'paragraph', text, translation: `${text} `, origin: 'machine' as const, isKept: false },
  ])
  const { result, turns } = await countEventLoopTurns(() => firstFitting(places, remembered, check))
  expect(result).toEqual(places.map(() => null))
  expect(turns).toBeGreaterThanOrEqual(2)
})
