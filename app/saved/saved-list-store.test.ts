import { expect, test, vi } from 'vitest'
import { readSavedList } from '#app/saved/saved-list-store.ts'
import { EMPTY_LIST, type SavedArticle } from '#core/domain/saved-list.ts'

const NOW = '2026-11-25T08:00:00.000Z'
const article: SavedArticle = {
  path: '/article/boring-pipes',
  id: '0f6f7d1a-6c2e-4a53-9d39-0a2f4a1d7c11',
  language: 'en',
  title: 'In praise of boring pipes',
  excerpt: '',
  category: 'opinion',
  saved: NOW,
  updated: NOW,
  corrections: [{ corrected_at: NOW, text: 'A year was wrong.' }],
}

function read(...articles: unknown[]) {
  const text = JSON.stringify({ ...EMPTY_LIST, articles })
  vi.stubGlobal('localStorage', { getItem: () => text })
  return readSavedList().articles
}

test.each([
  ['what is none', null],
  ['a title that is missing', { ...article, title: undefined }],
  ['an address with script', { ...article, path: 'javascript:alert(1)' }],
  ['an address of another site', { ...article, path: '//other.example/article/a' }],
  ['a moment that is none', { ...article, saved: 'yesterday' }],
  ['corrections that are no list', { ...article, corrections: 'one' }],
  ['a correction that is none', { ...article, corrections: [null] }],
])('an article that is damaged is left out: %s', (_, damaged) => {
  expect(read(article, damaged)).toEqual([article])
})
