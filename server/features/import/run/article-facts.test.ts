import { expect, test } from 'vitest'
import type { ImportedArticle } from '#server/features/import/imported.ts'
import { describeArticle } from '#server/features/import/run/article-facts.ts'

const ARTICLE: ImportedArticle = {
  kind: 'article',
  sourceId: 'markdown:post.md',
  language: 'en',
  translationOf: null,
  slug: 'post',
  title: 'Start it',
  subtitle: '',
  excerpt: '',
  markdown: '',
  status: 'published',
  publishDate: '2024-06-30T00:00:00.000Z',
  updatedDate: null,
  authors: [],
  categories: [],
  tags: [],
  hero: null,
  featured: false,
  social: null,
  oldAddresses: [],
}
const RULES = {
  authors: new Map(),
  defaultAuthor: 'Staff',
  sections: new Map(),
  choices: { language: 'en', section: 'news', drafts: false },
}

test.each([
  [
    'Use `npm start` to start it, then open [`/admin`](https://e.example/admin) and press Ctrl+`C`.\n\nA second paragraph.',
    'Use npm start to start it, then open /admin and press Ctrl+C.',
  ],
  [
    '![A picture](/a.png)\n\nThe **first** words\\\nand\n*more*[^1].\n\n[^1]: Note',
    'The first words and more.',
  ],
])('excerpt-inline-code: %j', (markdown, excerpt) => {
  expect(describeArticle({ ...ARTICLE, markdown }, RULES, () => {}).excerpt).toBe(excerpt)
})
