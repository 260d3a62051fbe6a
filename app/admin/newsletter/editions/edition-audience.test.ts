import { expect, test } from 'vitest'
import { describeAudience, languagesOf } from '#app/admin/newsletter/editions/edition-audience.ts'

const COUNTS = {
  active: 1360,
  languages: [
    { language: 'de', active: 1207 },
    { language: 'fr', active: 100 },
    { language: 'en', active: 53 },
    { language: 'it', active: 0 },
  ],
} as const
const counts = { ...COUNTS, languages: [...COUNTS.languages] }

test('it is said who gets English instead of their language', () => {
  expect(describeAudience(counts, ['en'])).toBe(
    '1,307 of 1,360 get English: there is no edition in German (1,207) and French (100).',
  )
  expect(describeAudience(counts, ['en', 'de'])).toBe(
    '100 of 1,360 get English: there is no edition in French (100).',
  )
  expect(describeAudience({ active: 2, languages: [{ language: 'it', active: 1 }] }, ['en'])).toBe(
    '1 of 2 gets English: there is no edition in Italian (1).',
  )
})

test('nobody is said to get English where everybody has an edition, or nobody reads', () => {
  expect(describeAudience(counts, ['en', 'de', 'fr'])).toBe('All 1,360 subscribers get it in their language.')
  expect(describeAudience({ active: 0, languages: [] }, ['en'])).toBe('There are no active subscribers yet.')
})

test('an issue is wanted in English and in every language that somebody reads', () => {
  expect(languagesOf(counts)).toEqual(['en', 'de', 'fr'])
})
