import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { searchTitles } from '#core/data/search.ts'
import type { Language } from '#core/i18n/languages.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { TEST_SECRETS } from '../../tests/support/test-settings.ts'

let app: TestApp
let service: Client
let reader: Client

beforeAll(async () => {
  app = await startTestApp()
  service = app.service()
  reader = app.anonymous()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.articles')
})

const slugs = async (query: string, language: Language = 'en') =>
  (await searchTitles(reader, { query, language })).map((article) => article.slug)

test('finds the query literally in title and excerpt, ignoring case, and not in the content', async () => {
  await addArticle(service, anArticle({ title: 'Zebra crossings', slug: 'in-title' }))
  await addArticle(service, anArticle({ slug: 'in-excerpt', excerpt: 'About a ZEBRA.' }))
  await addArticle(service, anArticle({ slug: 'in-content', content: 'A zebra.' }))
  expect((await slugs('zebra')).sort()).toEqual(['in-excerpt', 'in-title'])
  expect(await slugs('EBRA CROSS')).toEqual(['in-title'])
  expect(await slugs('crossings zebra')).toEqual([])
})

test('returns the columns of a result, newest first, ten at most, and no draft even to an administrator', async () => {
  for (let day = 10; day < 22; day++) {
    await addArticle(service, anArticle({ slug: `day-${day}`, publish_date: `2026-10-${day}T00:00:00Z` }))
  }
  await addArticle(service, anArticle({ slug: 'draft', published: false }))
  const found = await searchTitles(await app.administrator(), { query: 'harbour', language: 'en' })
  expect(found.map((article) => article.slug)).toEqual(
    Array.from({ length: 10 }, (_, index) => `day-${21 - index}`),
  )
  expect(found[0]).toEqual({
    id: expect.any(String),
    slug: 'day-21',
    language: 'en',
    title: PIECES.harbour.title,
    excerpt: `What there is to know: ${PIECES.harbour.title}.`,
    category: 'news',
  })
})

test('falls back to English when the language has no match', async () => {
  const harbour = await addArticle(service, anArticle())
  await addArticle(service, anArticle(PIECES.bakery))
  await addArticle(service, aTranslation(harbour, 'de'))
  expect(await slugs('harbour', 'de')).toEqual(['harbour-town-audits-its-algorithms-de'])
  expect(await slugs('bakery', 'de')).toEqual(['a-bakery-forecasts-its-bread'])
  expect(await slugs('nothing like it', 'de')).toEqual([])
  expect(await slugs('(de)', 'en')).toEqual([])
})

test('returns nothing and logs the error when the fallback query to English fails', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const withoutEnglish: typeof fetch = async (input, init) =>
    String(input).includes('language=eq.en') ? new Response('{}', { status: 500 }) : fetch(input, init)
  const failing: Client = createClient<Database>(app.url, TEST_SECRETS.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: withoutEnglish },
  })
  expect(await searchTitles(failing, { query: 'harbour', language: 'de' })).toEqual([])
  expect(consoleError).toHaveBeenCalledOnce()
  await expect(searchTitles(failing, { query: 'harbour', language: 'en' })).rejects.toBeDefined()
})

test('can be aborted', async () => {
  const controller = new AbortController()
  const found = searchTitles(reader, { query: 'harbour', language: 'en', signal: controller.signal })
  controller.abort()
  await expect(found).rejects.toMatchObject({ name: 'AbortError' })
})

const literal = [
  ['%', 'Up 50% in May', 'Up 501 in May'],
  ['_', 'The snake_case', 'The snakeXcase'],
  [',', 'Bread, butter', 'Bread; butter'],
  ['(', 'Left (open', 'Left [open'],
  [')', 'Right) closed', 'Right] closed'],
  ['()', 'Call main() now', 'Call main[] now'],
  ['{', 'A {brace', 'A [brace'],
  ['}', 'A brace} too', 'A brace] too'],
  ['"', 'The "boring" pipes', "The 'boring' pipes"],
  ['""', 'One " alone', 'One ” alone'],
  ["'", "Harbour's end", 'Harbour’s end'],
  ['\\', 'C:\\models', 'C:/models'],
  ['\\ at the end', 'Ends\\', 'Ends/'],
  ['*', 'Two * three', 'Two x three'],
  ['.', 'Node.js', 'NodeXjs'],
  [':', 'Note: this', 'Note; this'],
  ['^', '2^10 ways', '2x10 ways'],
  ['$', 'Costs $5', 'Costs x5'],
  ['+', 'C++ code', 'Cxx code'],
  ['?', 'Why not? Because', 'Why not! Because'],
  ['[', 'List [a-z] it', 'List a it'],
  ['|', 'This|that', 'This that'],
  ['&', 'R&D budget', 'RxD budget'],
  ['#', 'Issue #12', 'Issue x12'],
  ['a semicolon', 'One; two', 'One, two'],
  ['an emoji', 'Robot 🤖 here', 'Robot 🦾 here'],
  ['an emoji and a comma', '🤖, robots', '🦾, robots'],
  ['letters with accents and a comma', 'Réseau, été', 'Reseau, ete'],
  ['words of the filter language', 'and(title.eq.x)', 'and[title.eq.x]'],
  ['digits alone', '20261', '20262'],
  ['a word for nothing', 'null (null)', 'null [null]'],
]
test.each(literal)('takes %s literally', async (_what, title, other) => {
  await addArticle(service, anArticle({ slug: 'in-title', title }))
  await addArticle(service, anArticle({ slug: 'in-excerpt', excerpt: `x${title}x` }))
  await addArticle(service, anArticle({ slug: 'other', title: other, excerpt: other }))
  expect((await slugs(title)).sort()).toEqual(['in-excerpt', 'in-title'])
  expect((await slugs(title.toUpperCase())).sort()).toEqual(['in-excerpt', 'in-title'])
})

test.each(['%%%', '___', '***', '\\\\\\', '.*.', '"""', ',,,', '(((', ')))', '{}{', '", "', 'a,b', '%_%'])(
  'finds nothing for "%s" in an article without that text',
  async (query) => {
    await addArticle(service, anArticle())
    expect(await slugs(query)).toEqual([])
  },
)

test('reveals nothing about drafts, not even by the error of a pattern that PostgreSQL rejects', async () => {
  await addArticle(service, anArticle({ title: 'Secret merger', published: false }))
  const { data, error } = await reader.from('articles').select('id').ilike('title', 'Secret\\')
  expect({ data, error }).toEqual({ data: [], error: null })
})
