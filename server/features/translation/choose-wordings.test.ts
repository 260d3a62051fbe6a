import { expect, test } from 'vitest'
import { contextOf } from '#core/translation/article-texts.ts'
import { createAnswerCheck, cut } from '#server/features/translation/cut.ts'
import { firstFitting } from '#server/features/translation/review/open-review.ts'
import { longestTurnOf } from '../../../tests/support/turn-meter.ts'

const PARAGRAPH = 'The harbour office counts the ships of the night and the ships of the day. '.repeat(240)

test('other requests are handled while wordings of a machine for long texts are looked at, and none of these fits', async () => {
  const content = Array.from({ length: 6 }, (_, number) => `Pier ${number}. ${PARAGRAPH.trim()}`).join('\n\n')
  const article = await cut({ fields: [], content })
  const check = createAnswerCheck(article, { language: 'de', glossary: null })
  const places = article.segments.map((segment) => ({ segment, context: contextOf(segment) }))
  const remembered = article.segments.map(({ text }, id) => [
    { id, context: 'paragraph', text, translation: `${text} `, origin: 'machine' as const, isKept: false },
  ])
  const { result, milliseconds } = await longestTurnOf(() => firstFitting(places, remembered, check))
  expect(result).toEqual(places.map(() => null))
  expect(milliseconds).toBeLessThan(100)
})
