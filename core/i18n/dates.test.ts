import { expect, test } from 'vitest'
import { formatArticleDate, formatCardDate, htmlTime } from '#core/i18n/dates.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

test('a card shows the short month, the day and the year, as each language writes them', () => {
  const written = LANGUAGE_CODES.map((language) => formatCardDate('2026-11-20T09:00:00Z', language))
  expect(written).toEqual([
    'Nov 20, 2026',
    '20 nov 2026',
    '20 nov. 2026',
    '20. Nov. 2026',
    '20 nov 2026',
    '20 de nov. de 2026',
  ])
})

test('an article shows the month in full', () => {
  const written = LANGUAGE_CODES.map((language) => formatArticleDate('2026-11-20T09:00:00Z', language))
  expect(written).toEqual([
    'November 20, 2026',
    '20 de noviembre de 2026',
    '20 novembre 2026',
    '20. November 2026',
    '20 novembre 2026',
    '20 de novembro de 2026',
  ])
})

test('the day is that in UTC, whatever offset the timestamp has', () => {
  expect(formatCardDate('2026-11-20T23:59:59.999Z', 'en')).toBe('Nov 20, 2026')
  expect(formatCardDate('2026-11-20T00:00:00.000Z', 'en')).toBe('Nov 20, 2026')
  expect(formatCardDate('2026-11-21T01:30:00+02:00', 'en')).toBe('Nov 20, 2026')
})

test('French counts the first of a month as an ordinal, and only the first', () => {
  expect(formatArticleDate('2026-03-01T12:00:00Z', 'fr')).toBe('1er mars 2026')
  expect(formatArticleDate('2026-03-11T12:00:00Z', 'fr')).toBe('11 mars 2026')
  expect(formatArticleDate('2026-03-01T12:00:00Z', 'it')).toBe('1 marzo 2026')
})

test('a moment in HTML has at most three digits of a second (suite-time-with-six-digits)', () => {
  expect(htmlTime('2026-11-28T17:21:16.583707+00:00')).toBe('2026-11-28T17:21:16.583+00:00')
  expect(htmlTime('2026-11-28T17:21:16.58Z')).toBe('2026-11-28T17:21:16.58Z')
  expect(htmlTime('2026-11-28T17:21:16+05:45')).toBe('2026-11-28T17:21:16+05:45')
})

test('a text that is not a date throws', () => {
  expect(() => formatCardDate('soon', 'en')).toThrow(RangeError)
})
