import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { searchArticles } from '#core/data/search.ts'
import { FOUND_END, FOUND_START } from '#core/domain/search.ts'
import type { SearchFilters } from '#core/domain/search-filters.ts'
import type { Language } from '#core/i18n/languages.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../tests/support/articles.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'

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

const search = (query: string, language: Language = 'en', page = 1) =>
  searchArticles(reader, { query, language, page })
const slugs = async (query: string, language: Language = 'en') =>
  (await search(query, language)).hits.map((hit) => hit.slug)

test('finds articles with all the words anywhere in them, and ranks those in the title first', async () => {
  await addArticle(service, anArticle({ slug: 'content', content: 'A zebra crosses.' }))
  await addArticle(service, anArticle({ slug: 'title', title: 'The zebra' }))
  await addArticle(service, anArticle({ slug: 'subtitle', subtitle: 'With a zebra' }))
  await addArticle(service, anArticle({ slug: 'excerpt', excerpt: 'Of zebras.' }))
  const found = await slugs('zebra')
  expect(found[0]).toBe('title')
  expect(found.at(-1)).toBe('content')
  expect(found.toSorted()).toEqual(['content', 'excerpt', 'subtitle', 'title'])
  expect(await slugs('zebra crossing')).toEqual(['content'])
  expect(await slugs('zebra giraffe')).toEqual([])
})

test('finds authors', async () => {
  await addArticle(service, anArticle(PIECES.harbour))
  await addArticle(service, anArticle(PIECES.pipes))
  expect(await slugs('Arrieta')).toEqual(['in-praise-of-boring-pipes'])
  expect(await slugs('tomas arrieta')).toEqual(['in-praise-of-boring-pipes'])
})

test('returns the columns of a result, of published articles only', async () => {
  await addArticle(service, anArticle(PIECES.bakery))
  await addArticle(service, anArticle({ ...PIECES.planning, title: 'Bread draft', published: false }))
  const { hits, total, hasNext } = await searchArticles(await app.administrator(), {
    query: 'bread',
    language: 'en',
    page: 1,
  })
  expect({ total, hasNext }).toEqual({ total: 1, hasNext: false })
  expect(hits).toEqual([
    {
      id: expect.any(String),
      slug: 'a-bakery-forecasts-its-bread',
      language: 'en',
      title: 'A bakery forecasts its bread',
      category: 'business',
      publish_date: '2026-11-17T09:00:00+00:00',
      headline: expect.stringContaining(`${FOUND_START}bread${FOUND_END}`),
      total: 1,
    },
  ])
})

test.each<[Language, string, string]>([
  ['fr', 'un réseau de neurones', 'reseau'],
  ['fr', 'les modèles ouverts', 'modele'],
  ['fr', 'un modèle ouvert', 'modeles'],
  ['fr', 'une étude publiée hier', 'publier'],
  ['fr', 'ecrit sans accents', 'écrit'],
  ['de', 'Ein großes Modell lernt', 'Modelle'],
  ['de', 'Häuser am Hafen', 'Haus'],
  ['de', 'Übersetzungen prüfen', 'ubersetzung'],
  ['en', 'They run the models', 'running'],
  ['en', 'Running is healthy', 'run'],
  ['es', 'más informaciones aquí', 'información'],
  ['es', 'la traducción automática', 'traduccion automatica'],
  ['pt', 'novas informações técnicas', 'informação técnica'],
  ['pt', 'a tradução chega', 'traducao'],
  ['it', 'la città e i modelli', 'citta modello'],
  ['it', 'perché no, dice lei', 'perche dice'],
])('in %s finds and highlights "%s" by "%s"', async (language, content, query) => {
  await addArticle(service, anArticle({ language, slug: 'found', excerpt: 'Summary', content }))
  const { hits } = await search(query, language)
  expect(hits.map((hit) => hit.slug)).toEqual(['found'])
  expect(hits[0]?.headline).toContain(FOUND_START)
})

test('indexes the text of an article without Markdown syntax and addresses, and fenced code separately', async () => {
  const content = [
    '# Heading with zebras',
    '> A **bold** [link](https://example.org/giraffe "hint") and `code` for <b>HTML</b> \\& 1 < 2 snake_case _soft_.',
    '',
    '- [x] item one',
    '1. item two ![drawing](/lion.png)',
    '````js',
    '```',
    'gnu() # not a heading',
    '````',
    '| col | number |',
    '|:----|-------:|',
    '| a   | b      |',
    '',
    '[def]: https://example.org/elephant',
    'See https://example.org/tiger now[^1].\r',
    '[^1]: A note on the walrus,',
    '    told twice.',
    '~~~',
    'open to the end',
  ].join('\n')
  const [row] = await app.database.sql`select prose, code from private.split_markdown(${content})`
  expect(row).toEqual({
    prose:
      'Heading with zebras A bold link and code for HTML & 1 < 2 snake_case soft. item one item two drawing col number a b See now. A note on the walrus, told twice.',
    code: '```\ngnu() # not a heading\nopen to the end',
  })
  await addArticle(service, anArticle({ slug: 'marked', excerpt: 'In brief.', content }))
  expect((await search('zebra')).hits[0]?.headline).toMatch(
    `In brief. Heading with ${FOUND_START}zebras${FOUND_END} A bold link`,
  )
  for (const word of ['gnu', 'walrus']) expect(await slugs(word)).toEqual(['marked'])
  for (const address of ['giraffe', 'lion', 'elephant', 'tiger']) expect(await slugs(address)).toEqual([])
})

test('ranks words in fenced code lowest, and does not show them in the headline', async () => {
  const code = '````js\n```\nzebra()\n```\n````'
  await addArticle(service, anArticle({ slug: 'code', content: `Prose.\n\n${code}\n\nMore prose.` }))
  await addArticle(service, anArticle({ slug: 'prose', content: 'The zebra.' }))
  const { hits } = await search('zebra')
  expect(hits.map((hit) => hit.slug)).toEqual(['prose', 'code'])
  expect(hits[1]?.headline).toContain('What there is to know')
  expect(hits[1]?.headline).not.toContain('zebra')
})

test('returns text that looks like the highlight markers or like HTML without highlighting it', async () => {
  await addArticle(service, anArticle({ excerpt: 'Plain', content: 'A zebra &lt;i&gt; \uE000forged\uE001' }))
  expect((await search('zebra')).hits[0]?.headline).toBe(
    `Plain A ${FOUND_START}zebra${FOUND_END} &lt;i&gt; forged`,
  )
})

test('highlights words that are far apart in separate passages, and shows the excerpt when there is nothing to highlight', async () => {
  const far = `A zebra.${' Filler words go here and there.'.repeat(50)} A giraffe, at last. And so it ends.`
  await addArticle(service, anArticle({ slug: 'far', excerpt: 'In brief.', content: far }))
  const headline = (await search('zebra giraffe')).hits[0]?.headline
  expect(headline).toMatch(new RegExp(`^In brief. A ${FOUND_START}zebra${FOUND_END}. Filler words .* …`))
  // PostgreSQL 15 shows the first passage only.
  const [server] = await app.database.sql`select current_setting('server_version_num')::integer as version`
  const end =
    server?.version < 160_000 ? '…$' : `… .* A ${FOUND_START}giraffe${FOUND_END}, at last. And so it ends$`
  expect(headline).toMatch(new RegExp(end))
  await addArticle(service, anArticle({ title: 'Okapi', excerpt: 'In brief.', content: 'None.' }))
  expect((await search('okapi')).hits[0]?.headline).toBe('In brief.')
})

test('understands quoted phrases, "or", and words excluded with a hyphen', async () => {
  await addArticle(service, anArticle({ slug: 'one', content: 'The big red bus.' }))
  await addArticle(service, anArticle({ slug: 'two', content: 'The red big van.' }))
  expect(await slugs('"big red"')).toEqual(['one'])
  expect(await slugs('"red big"')).toEqual(['two'])
  expect((await slugs('bus or van')).toSorted()).toEqual(['one', 'two'])
  expect(await slugs('big -van')).toEqual(['one'])
  expect(await slugs('-van')).toEqual([])
})

test('excludes a word in all its forms', async () => {
  const original = await addArticle(service, anArticle())
  await addArticle(service, aTranslation(original, 'es', { content: 'Las informaciones del modelo.' }))
  expect((await search('modelo', 'es')).total).toBe(1)
  expect((await search('modelo -información', 'es')).total).toBe(0)
})

test('the last word may be the beginning of one, behind what has it as a whole', async () => {
  await addArticle(service, anArticle({ slug: 'one', content: 'About zebras.' }))
  await addArticle(service, anArticle({ slug: 'two', content: 'The zeb day.' }))
  expect(await slugs('zebr')).toEqual(['one'])
  expect(await slugs('about zebr')).toEqual(['one'])
  expect(await slugs('zeb')).toEqual(['two', 'one'])
})

test('keeps up with an article that is changed, unpublished, published or deleted', async () => {
  const { id } = await addArticle(service, anArticle({ content: 'The zebra.' }))
  const change = async (values: object) =>
    void (await service.from('articles').update(values).eq('id', id).throwOnError())
  expect((await search('zebra')).total).toBe(1)
  await change({ published: false })
  expect((await search('zebra')).total).toBe(0)
  await change({ content: 'The giraffe.' })
  await change({ published: true })
  expect((await search('zebra')).total).toBe(0)
  expect((await search('giraffe')).total).toBe(1)
  await change({ author: 'Elena Zoo' })
  expect((await search('zoo')).total).toBe(1)
  await service.from('articles').delete().eq('id', id).throwOnError()
  expect((await search('giraffe')).total).toBe(0)
})

test('falls back to English when the language has no match', async () => {
  const harbour = await addArticle(service, anArticle({ content: 'The zebra and the giraffe.' }))
  await addArticle(service, aTranslation(harbour, 'de', { content: 'Das Zebra und der Löwe.' }))
  expect((await search('Löwe', 'de')).hits[0]?.language).toBe('de')
  expect((await search('giraffes', 'de')).hits[0]?.language).toBe('en')
  expect((await search('tiger', 'de')).total).toBe(0)
})

test('returns ten matches a page, each match once', async () => {
  const date = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()
  for (let n = 0; n < 23; n++) await addArticle(service, anArticle({ slug: `n-${n}`, publish_date: date(n) }))
  const pages = await Promise.all([1, 2, 3, 4].map((page) => search('harbour', 'en', page)))
  expect(pages.map((page) => [page.hits.length, page.total, page.hasNext])).toEqual([
    [10, 23, true],
    [10, 23, true],
    [3, 23, false],
    [0, 0, false],
  ])
  expect(new Set(pages.flatMap((page) => page.hits.map((hit) => hit.slug))).size).toBe(23)
  expect((await search('harbour', 'de', 3)).hits).toHaveLength(3)
})

test('does not fall back to English beyond the last page', async () => {
  const harbour = await addArticle(service, anArticle())
  await addArticle(service, aTranslation(harbour, 'de'))
  expect((await search('harbour', 'de', 2)).hits).toEqual([])
})

test.each([
  "'",
  '"',
  '"""',
  '\\',
  ':*',
  'a & b',
  '!!!',
  '((',
  '<->',
  '-',
  "it's",
  '%_%',
  '🤖🤖🤖',
  '\u0001\u0002\u0003',
  'x'.repeat(5000),
])('treats "%s" as words and not as syntax', async (query) => {
  await addArticle(service, anArticle())
  expect((await search(query)).total).toBe(0)
})

test('returns at most fifty matches, and none for an unknown language', async () => {
  await app.database.sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    select 'zebra-' || n, 'Zebra', 'Excerpt', 'Text', 'tech', true from generate_series(1, 60) n`
  const rows = async (values: object) =>
    (await reader.rpc('search_articles', { p_query: 'zebra', ...values }).throwOnError()).data
  expect(await rows({ p_limit: 1000 })).toHaveLength(50)
  expect(await rows({ p_limit: -5, p_offset: -5 })).toHaveLength(1)
  expect(await rows({ p_language: 'xx' })).toHaveLength(0)
  expect(await rows({ p_query: null })).toHaveLength(0)
})

test('an article too long for the index is saved all the same, and found by its beginning', async () => {
  const words = Array.from({ length: 60_000 }, (_, n) => `𝔴${n.toString(36)}𝔷`).join(' ')
  await addArticle(service, anArticle({ slug: 'long', title: 'T'.repeat(500), content: `zebra ${words}` }))
  expect(await slugs('zebra')).toEqual(['long'])
})

const NO_FILTERS: SearchFilters = { category: null, from: null, to: null, author: null }
const filtered = async (filters: Partial<SearchFilters>, query = '', language: Language = 'en') =>
  (
    await searchArticles(reader, { query, language, page: 1, filters: { ...NO_FILTERS, ...filters } })
  ).hits.map((hit) => hit.slug)

async function addPieces(): Promise<void> {
  for (const piece of Object.values(PIECES)) await addArticle(service, anArticle(piece))
}

test('filters narrow a search, and alone they list what they leave, the newest first', async () => {
  await addPieces()
  expect(await filtered({ author: 'Mara Lindqvist' })).toEqual([
    'harbour-town-audits-its-algorithms',
    'symbolic-planning-returns',
  ])
  expect(await filtered({ author: 'Mara Lindqvist', category: 'tech' })).toEqual([
    'symbolic-planning-returns',
  ])
  expect(await filtered({ category: 'business' }, 'harbour')).toEqual(['a-bakery-forecasts-its-bread'])
  expect(await filtered({ category: 'opinion' }, 'bread')).toEqual([])
  expect(await filtered({ from: '2026-11-15', to: '2026-11-16' })).toEqual([
    'symbolic-planning-returns',
    'in-praise-of-boring-pipes',
  ])
  expect(await filtered({ from: '2026-11-17', author: 'idris' }, 'harbour')).toEqual([
    'a-bakery-forecasts-its-bread',
  ])
  const { hits, total, hasNext } = await searchArticles(reader, {
    query: '',
    language: 'en',
    page: 1,
    filters: { ...NO_FILTERS, to: '2026-11-14' },
  })
  expect({ total, hasNext, headline: hits[0]?.headline }).toEqual({
    total: 1,
    hasNext: false,
    headline: 'What there is to know: Check citations in an afternoon.',
  })
})

test('a day lasts from midnight to midnight in UTC', async () => {
  const at = (slug: string, publish_date: string) => addArticle(service, anArticle({ slug, publish_date }))
  await at('before', '2026-11-14T23:59:59.999Z')
  await at('first', '2026-11-15T00:00:00.000Z')
  await at('last', '2026-11-15T23:59:59.999Z')
  await at('after', '2026-11-16T00:00:00.000Z')
  expect(await filtered({ from: '2026-11-15', to: '2026-11-15' })).toEqual(['last', 'first'])
  expect(await filtered({ from: '2026-11-15', to: '2026-11-15' }, 'harbour')).toEqual(['last', 'first'])
})

test.each([
  ['tomás', 1],
  ['TOMAS ARR', 1],
  ['arrieta, tomás', 1],
  ['rrieta', 0],
  ['mara bello', 0],
  ["'; drop table", 0],
  ["i' | 'm", 0],
  ['a:* & b', 0],
  ['🤖', 0],
  ['x'.repeat(5000), 0],
])('authors are found by the beginnings of their names: %j', async (author, count) => {
  await addPieces()
  expect(await filtered({ author })).toHaveLength(count)
})

test('with filters too, English stands in for a language without a match', async () => {
  const harbour = await addArticle(service, anArticle(PIECES.harbour))
  await addArticle(service, anArticle(PIECES.bakery))
  await addArticle(service, aTranslation(harbour, 'de'))
  expect(await filtered({ category: 'news' }, '', 'de')).toEqual(['harbour-town-audits-its-algorithms-de'])
  expect(await filtered({ category: 'business' }, '', 'de')).toEqual(['a-bakery-forecasts-its-bread'])
})

test('the function takes any date and any filter that is missing, and finds nothing without query and filters', async () => {
  await addPieces()
  const rows = async (values: object) =>
    (await reader.rpc('search_articles', { p_query: '', ...values }).throwOnError()).data
  expect(await rows({})).toHaveLength(0)
  expect(await rows({ p_category: null, p_from: null, p_until: null, p_author: null })).toHaveLength(0)
  expect(await rows({ p_from: '-infinity', p_until: 'infinity' })).toHaveLength(5)
  expect(await rows({ p_from: '4713-01-01 BC', p_until: '5874897-12-31' })).toHaveLength(5)
  expect(await rows({ p_from: '5874897-12-31' })).toHaveLength(0)
  expect(await rows({ p_category: 'sport' })).toHaveLength(0)
  expect(await rows({ p_author: '' })).toHaveLength(0)
  expect(await rows({ p_category: 'tech', p_limit: 1000, p_offset: -1 })).toHaveLength(1)
  expect(await rows({ p_query: null, p_category: 'tech' })).toHaveLength(0)
})

test('the search index cannot be read through the API, and is no column of an article', async () => {
  await addArticle(service, anArticle())
  const { error } = await reader.from('article_search' as never).select('*')
  expect(error?.code).toBe('PGRST205')
  const inPrivate = await reader
    .schema('private' as never)
    .from('article_search')
    .select('*')
  expect(inPrivate.error).not.toBeNull()
  const { data } = await reader.from('articles').select('*').throwOnError()
  expect(Object.keys(data[0] ?? {})).not.toContain('search')
})

test.each([
  ['Plain words: “quoted”, it’s here – and there… for €5, “don’t”', "quoted don't dont"],
  ['The café’s naïve façade, and reseau', 'cafe café naive façade facade réseau'],
  ['Straße, Ærø, Łódź, π and ﬁn', 'strasse STRASSE aero lodz ŁÓDŹ π Π fin'],
  ['Cafe\u0301 nin\u0303o, l\u00adong, ze\u200bro, ｗｉｄｅ', 'café nino long zero wide'],
  ['Слово, 言葉, كلمة', 'слово СЛОВО 言葉 كلمة'],
])('the words of %j are found however they are typed', async (content, queries) => {
  await addArticle(service, anArticle({ slug: 'found', content }))
  for (const query of queries.split(' ')) expect([query, await slugs(query)]).toEqual([query, ['found']])
})
