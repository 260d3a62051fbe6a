import { expect, test } from 'vitest'
import {
  countEnglishArticles,
  describeAudience,
  describeEnglishArticles,
  languagesOf,
} from '#app/admin/newsletter/editions/edition-audience.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { Language } from '#core/i18n/languages.ts'

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
  expect(describeAudience(counts, ['en', 'de', 'fr'])).toBe(
    'All 1,360 subscribers get an edition in their language.',
  )
  expect(describeAudience({ active: 0, languages: [] }, ['en'])).toBe('There are no active subscribers yet.')
})

test('an issue is wanted in English and in every language that is offered and that somebody reads', () => {
  expect(languagesOf(counts, ['en', 'fr', 'de', 'it'])).toEqual(['en', 'de', 'fr'])
  expect(languagesOf(counts, ['en', 'fr'])).toEqual(['en', 'fr'])
})

/** Articles by the languages in which they are published, and one that is left out. */
function anIssue(published: Language[][], content: string | null = null): DeskIssue {
  const articlesOf = (languages: Language[]) => [
    ...languages.map((language) => ({ language, published: true })),
    { language: 'fr', published: false },
  ]
  return {
    editions: (['en', 'es', 'de', 'fr'] as const).map((language) => ({
      language,
      content: language === 'fr' ? content : null,
    })),
    items: [
      ...published.map((languages) => ({ left_out: null, articles: articlesOf(languages) })),
      { left_out: 'Told last week', articles: articlesOf(['en']) },
    ],
  } as unknown as DeskIssue
}

test('articles without a published version in the language of an edition are counted as English', () => {
  const issue = anIssue([['en', 'es', 'de'], ['en', 'de'], ['en', 'de'], []], '<p>By hand</p>')
  expect(countEnglishArticles(issue, 'es')).toEqual({ english: 2, of: 3 })
  expect(countEnglishArticles(issue, 'de')).toBe(null)
  expect(countEnglishArticles(issue, 'fr'), 'written by hand').toBe(null)
  expect(countEnglishArticles(issue, 'en')).toBe(null)
  expect(countEnglishArticles(issue, 'it'), 'no edition').toBe(null)
  expect(describeEnglishArticles(anIssue([['en', 'es', 'de'], ['en']]))).toBe(
    'Articles without a translation are in English: Spanish 1 of 2, French 2 of 2, and German 1 of 2.',
  )
  expect(describeEnglishArticles(anIssue([['en', 'es', 'de', 'fr']]))).toBe('')
})
