import { expect, test } from 'vitest'
import { readDate } from '#server/features/import/dates.ts'
import { readLanguage } from '#server/features/import/languages.ts'

test.each([
  ['2024-05-01', '2024-05-01T00:00:00.000Z'],
  ['2024-05-01 10:20:30', '2024-05-01T10:20:30.000Z'],
  ['2024-05-01T10:20:30.123Z', '2024-05-01T10:20:30.123Z'],
  ['2024-05-01T10:20:30+02:00', '2024-05-01T08:20:30.000Z'],
  ['2024-05-01 10:20:30 +0200', '2024-05-01T08:20:30.000Z'],
  ['2024-05-01 10:20 UTC', '2024-05-01T10:20:00.000Z'],
  ['Wed, 01 May 2024 10:00:00 +0000', '2024-05-01T10:00:00.000Z'],
  ['01 May 2024 10:00:00 GMT', '2024-05-01T10:00:00.000Z'],
  ['1714557600000', '2024-05-01T10:00:00.000Z'],
  ['May 1 2024', '2024-05-01T00:00:00.000Z'],
  ['May 1, 2024 10:00 UTC', '2024-05-01T10:00:00.000Z'],
])('%s is a date', (written, date) => {
  expect(readDate(written)).toBe(date)
})

test.each([
  '',
  '0000-00-00 00:00:00',
  '2024-02-31',
  '2024-13-01',
  '2024-05-01T25:00:00Z',
  '-0001-11-30T00:00:00Z',
  'soon',
  '1',
  '99999-01-01',
  'x'.repeat(1_000),
])('%j is none', (written) => {
  expect(readDate(written)).toBeNull()
})

test.each([
  ['en', 'en'],
  ['EN-us', 'en'],
  ['pt_BR', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['Deutsch', 'de'],
  ['português', 'pt'],
])('%s is the language %s', (written, language) => {
  expect(readLanguage(written)).toBe(language)
})

test.each(['', 'x', 'posts', 'en.md', 'qq', 'english!', '__proto__'])('%j is none', (written) => {
  expect(readLanguage(written)).toBeNull()
})
