import { expect, test } from 'vitest'
import { checkTranslationReport, MAX_REPORT_LENGTH } from './translation-review.ts'

const check = (quote: string, comment = '') => checkTranslationReport({ quote, comment })

test('a report is kept as it was typed, but for the space around it', () => {
  for (const text of [
    '<b>Ein Satz</b>',
    '\u202Eright to left\u202C שלום',
    '👩🏽‍👩🏽‍👧🏽',
    '{{ name }}',
    "'; --",
  ]) {
    expect(check(` ${text}\n`, text)).toEqual({ quote: text, comment: text })
  }
  expect(check('Ein\r\nSatz')).toEqual({ quote: 'Ein\nSatz', comment: '' })
})

test('both texts have a length, counted in characters', () => {
  const longest = '🤖'.repeat(MAX_REPORT_LENGTH)
  expect(check(longest, longest)).toEqual({ quote: longest, comment: longest })
  expect(check(`${longest}!`)).toBeNull()
  expect(check('Ein Satz', `${longest}!`)).toBeNull()
})

test.each(['', ' \n\t\u00a0', 'a\u0000b', 'half \ud83d', '\u200b\u200d\u2060'])(
  '%j is no sentence',
  (quote) => {
    expect(check(quote)).toBeNull()
  },
)
