import { expect, test } from 'vitest'
import type { CoverageCell, CoverageState, CoveredArticle } from '#core/domain/translation-coverage.ts'
import { chooseTranslations, countWork } from './queue-dialog.tsx'

const article = (id: string, states: Partial<Record<'de' | 'fr', CoverageState>>): CoveredArticle => ({
  id,
  slug: id,
  title: id,
  category: 'news',
  published: true,
  publish_date: '2026-11-01T00:00:00Z',
  cells: Object.entries(states).map(([language, state]) => ({ language, state }) as CoverageCell),
})

const ARTICLES = [
  article('a', { de: 'missing', fr: 'up-to-date' }),
  article('b', { de: 'stale', fr: 'failed' }),
  article('c', { de: 'under-way', fr: 'waiting' }),
]
const both = ['de', 'fr'] as const

test('what is missing, failed or stale is chosen, and what is under way is left alone', () => {
  expect(chooseTranslations(ARTICLES, { languages: both, renewsFinished: false })).toEqual([
    { articleId: 'a', language: 'de' },
    { articleId: 'b', language: 'de' },
    { articleId: 'b', language: 'fr' },
  ])
  expect(chooseTranslations(ARTICLES, { languages: ['fr'], renewsFinished: true })).toEqual([
    { articleId: 'a', language: 'fr' },
    { articleId: 'b', language: 'fr' },
    { articleId: 'c', language: 'fr' },
  ])
  expect(chooseTranslations(ARTICLES, { languages: ['it'], renewsFinished: true })).toEqual([])
})

test('the work in a language is counted by its kind', () => {
  const none = { missing: 0, failed: 0, stale: 0, finished: 0 }
  expect(countWork(ARTICLES, 'de')).toEqual({ ...none, language: 'de', missing: 1, stale: 1, isShown: true })
  expect(countWork(ARTICLES, 'fr')).toEqual({
    ...none,
    language: 'fr',
    failed: 1,
    finished: 2,
    isShown: true,
  })
  expect(countWork(ARTICLES, 'it')).toEqual({ ...none, language: 'it', isShown: false })
})
