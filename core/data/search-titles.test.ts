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

const slugs = async (query: string, language: Language = 'en', client = reader) =>
  (await searchTitles(client, { query, language })).map((article) => article.slug)

/** A reader to whom requests with this in their address fail. */
function readerWithout(part: string): Client {
  return readerWith(async (input, init) =>
    String(input).includes(part) ? new Response('{}', { status: 500 }) : fetch(input, init),
  )
}

/** A reader whose requests get this answer. */
function readerWith(answer: typeof fetch): Client {
  return createClient<Database>(app.url, TEST_SECRETS.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: answer },
  })
}

/** Articles that are found without other spellings and forms, and whether the failure was logged. */
async function literally(query: string): Promise<string[]> {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const found = await slugs(query, 'en', readerWithout('/rpc/search_as_typed'))
  expect(consoleError).toHaveBeenCalledOnce()
  consoleError.mockRestore()
  return found.sort()
}

test('finds the query literally in title and excerpt, ignoring case, and not in the content', async () => {
  await addArticle(service, anArticle({ title: 'Zebra crossings', slug: 'in-title' }))
  await addArticle(service, anArticle({ slug: 'in-excerpt', excerpt: 'About a ZEBRA.' }))
  await addArticle(service, anArticle({ slug: 'in-content', content: 'A zebra.' }))
  expect(await literally('zebra')).toEqual(['in-excerpt', 'in-title'])
  expect(await literally('EBRA CROSS')).toEqual(['in-title'])
  expect(await literally('crossings zebra')).toEqual([])
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
  const failing = readerWithout('language=eq.en')
  expect(await searchTitles(failing, { query: 'harbour', language: 'de' })).toEqual([])
  expect(consoleError).toHaveBeenCalledOnce()
  await expect(searchTitles(failing, { query: 'harbour', language: 'en' })).rejects.toBeDefined()
})

test('other spellings are asked for while the first request is not answered yet', async () => {
  await addArticle(service, anArticle({ title: 'Réseaux', slug: 'accented' }))
  const asked = Promise.withResolvers<void>()
  const answer: typeof fetch = async (input, init) => {
    if (String(input).includes('/rpc/search_as_typed')) asked.resolve()
    else await asked.promise
    return fetch(input, init)
  }
  expect(await slugs('reseaux', 'en', readerWith(answer))).toEqual(['accented'])
})

test('can be aborted', async () => {
  const controller = new AbortController()
  const found = searchTitles(reader, { query: 'harbour', language: 'en', signal: controller.signal })
  controller.abort()
  await expect(found).rejects.toMatchObject({ name: 'AbortError' })
})

/** A title in each language, and what people type for its words. */
const AS_TYPED: [Language, title: string, words: Record<string, string>][] = [
  [
    'fr',
    'L’apprentissage des réseaux au cœur de l’État',
    { "l'apprentissage": 'L’apprentissage', reseaux: 'réseaux', coeur: 'cœur' },
  ],
  ['de', 'Über Straßen und Große Modelle', { strassen: 'Straßen', grosse: 'Große' }],
  ['es', 'Qué aprende un niño en España', { nino: 'niño', 'que aprende': 'Qué aprende' }],
  ['pt', 'As ações da regulação', { acoes: 'ações' }],
  ['it', 'L’università dell’innovazione', { "l'università": 'L’università', universita: 'università' }],
  ['en', 'Don’t believe O’Brien’s naïve café', { "don't believe": 'Don’t believe', naive: 'naïve' }],
]
test.each(AS_TYPED)('lang-overlay-as-typed: in %s, "%s"', async (language, title, words) => {
  const original = await addArticle(service, anArticle({ slug: 'original' }))
  const named = { title, slug: 'named' }
  const { id } = await addArticle(
    service,
    language === 'en' ? anArticle(named) : aTranslation(original, language, named),
  )
  for (const typed of Object.keys(words))
    expect([typed, await slugs(typed, language)]).toEqual([typed, ['named']])
  // The other way round, where a text was typed so.
  const asTyped = { title: Object.keys(words).join(', ') }
  await service.from('articles').update(asTyped).eq('id', id).throwOnError()
  for (const written of Object.values(words))
    expect([written, await slugs(written, language)]).toEqual([written, ['named']])
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
  await addArticle(
    service,
    anArticle({ slug: 'other', title: other, excerpt: other, publish_date: '2026-11-28T09:00:00Z' }),
  )
  expect(await literally(title)).toEqual(['in-excerpt', 'in-title'])
  expect(await literally(title.toUpperCase())).toEqual(['in-excerpt', 'in-title'])
  // First, although the other is newer.
  expect((await slugs(title)).slice(0, 2).sort()).toEqual(['in-excerpt', 'in-title'])
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
