import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'
import { findArticles, searchArticles } from '#core/data/search.ts'
import { FOUND_END, FOUND_START } from '#core/domain/search.ts'
import type { Language } from '#core/i18n/languages.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../tests/support/articles.ts'
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
  await app.database.sql`truncate public.articles cascade`
})

describe('finding while a reader types', () => {
  const slugs = async (query: string, language: Language = 'en') =>
    (await findArticles(reader, { query, language })).map((article) => article.slug)

  test('looks for the words as they are in title and excerpt, in any case, and not in the content', async () => {
    await addArticle(service, anArticle({ title: 'Zebra crossings', slug: 'in-title' }))
    await addArticle(service, anArticle({ slug: 'in-excerpt', excerpt: 'About a ZEBRA.' }))
    await addArticle(service, anArticle({ slug: 'in-content', content: 'A zebra.' }))
    expect((await slugs('zebra')).sort()).toEqual(['in-excerpt', 'in-title'])
    expect(await slugs('EBRA CROSS')).toEqual(['in-title'])
    expect(await slugs('crossings zebra')).toEqual([])
  })

  test('answers what a result shows, the newest first, ten at most, and no draft even to an administrator', async () => {
    for (let day = 10; day < 22; day++) {
      await addArticle(service, anArticle({ slug: `day-${day}`, publish_date: `2026-10-${day}T00:00:00Z` }))
    }
    await addArticle(service, anArticle({ slug: 'draft', published: false }))
    const found = await findArticles(await app.administrator(), { query: 'harbour', language: 'en' })
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

  test('turns to English when the language has nothing', async () => {
    const harbour = await addArticle(service, anArticle())
    await addArticle(service, anArticle(PIECES.bakery))
    await addArticle(service, aTranslation(harbour, 'de'))
    expect(await slugs('harbour', 'de')).toEqual(['harbour-town-audits-its-algorithms-de'])
    expect(await slugs('bakery', 'de')).toEqual(['a-bakery-forecasts-its-bread'])
    expect(await slugs('nothing like it', 'de')).toEqual([])
    expect(await slugs('(de)', 'en')).toEqual([])
  })

  test('stays with nothing when English cannot be asked, and says so on the console', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const withoutEnglish: typeof fetch = async (input, init) =>
      String(input).includes('language=eq.en') ? new Response('{}', { status: 500 }) : fetch(input, init)
    const failing: Client = createClient<Database>(app.url, TEST_SECRETS.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: withoutEnglish },
    })
    expect(await findArticles(failing, { query: 'harbour', language: 'de' })).toEqual([])
    expect(consoleError).toHaveBeenCalledOnce()
    await expect(findArticles(failing, { query: 'harbour', language: 'en' })).rejects.toBeDefined()
  })

  test('can be called off', async () => {
    const controller = new AbortController()
    const found = findArticles(reader, { query: 'harbour', language: 'en', signal: controller.signal })
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
    'finds nothing for "%s" where it does not stand',
    async (query) => {
      await addArticle(service, anArticle())
      expect(await slugs(query)).toEqual([])
    },
  )

  test('tells nothing about drafts, also by a pattern that PostgreSQL would refuse', async () => {
    await addArticle(service, anArticle({ title: 'Secret merger', published: false }))
    const { data, error } = await reader.from('articles').select('id').ilike('title', 'Secret\\')
    expect({ data, error }).toEqual({ data: [], error: null })
  })
})

describe('searching whole articles', () => {
  const search = (query: string, language: Language = 'en', page = 1) =>
    searchArticles(reader, { query, language, page })
  const slugs = async (query: string, language: Language = 'en') =>
    (await search(query, language)).hits.map((hit) => hit.slug)

  test('finds all the words, wherever in the article they are, best in the title', async () => {
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

  test('answers what a result shows, and only of what is published', async () => {
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
  ])('in %s finds and marks "%s" by "%s"', async (language, content, query) => {
    await addArticle(service, anArticle({ language, slug: 'found', excerpt: 'Summary', content }))
    const { hits } = await search(query, language)
    expect(hits.map((hit) => hit.slug)).toEqual(['found'])
    expect(hits[0]?.headline).toContain(FOUND_START)
  })

  test('reads an article without the signs of Markdown and without addresses, and fenced code apart', async () => {
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
      'See https://example.org/tiger now.\r',
      '~~~',
      'open to the end',
    ].join('\n')
    const [row] = await app.database.sql`select prose, code from private.split_markdown(${content})`
    expect(row).toEqual({
      prose:
        'Heading with zebras A bold link and code for HTML & 1 < 2 snake_case soft. item one item two drawing col number a b See now.',
      code: '```\ngnu() # not a heading\nopen to the end',
    })
    await addArticle(service, anArticle({ slug: 'marked', excerpt: 'In brief.', content }))
    expect((await search('zebra')).hits[0]?.headline).toMatch(
      `In brief. Heading with ${FOUND_START}zebras${FOUND_END} A bold link`,
    )
    expect(await slugs('gnu')).toEqual(['marked'])
    for (const address of ['giraffe', 'lion', 'elephant', 'tiger']) expect(await slugs(address)).toEqual([])
  })

  test('counts words in fenced code least, and does not show them', async () => {
    const code = '````js\n```\nzebra()\n```\n````'
    await addArticle(service, anArticle({ slug: 'code', content: `Prose.\n\n${code}\n\nMore prose.` }))
    await addArticle(service, anArticle({ slug: 'prose', content: 'The zebra.' }))
    const { hits } = await search('zebra')
    expect(hits.map((hit) => hit.slug)).toEqual(['prose', 'code'])
    expect(hits[1]?.headline).toContain('What there is to know')
    expect(hits[1]?.headline).not.toContain('zebra')
  })

  test('answers text that looks like its own marks or like HTML unmarked', async () => {
    await addArticle(
      service,
      anArticle({ excerpt: 'Plain', content: 'A zebra &lt;i&gt; \uE000forged\uE001' }),
    )
    expect((await search('zebra')).hits[0]?.headline).toBe(
      `Plain A ${FOUND_START}zebra${FOUND_END} &lt;i&gt; forged`,
    )
  })

  test('marks single words where they stand apart, and shows the excerpt where there are none to mark', async () => {
    const far = `A zebra.${' Filler words go here and there.'.repeat(50)} A giraffe, at last. And so it ends.`
    await addArticle(service, anArticle({ slug: 'far', excerpt: 'In brief.', content: far }))
    const headline = (await search('zebra giraffe')).hits[0]?.headline
    expect(headline).toMatch(new RegExp(`^In brief. A ${FOUND_START}zebra${FOUND_END}. Filler words .* … `))
    expect(headline).toMatch(new RegExp(`A ${FOUND_START}giraffe${FOUND_END}, at last. And so it ends$`))
    await addArticle(service, anArticle({ title: 'Okapi', excerpt: 'In brief.', content: 'None.' }))
    expect((await search('okapi')).hits[0]?.headline).toBe('In brief.')
  })

  test('understands phrases, or, and words to leave out', async () => {
    await addArticle(service, anArticle({ slug: 'one', content: 'The big red bus.' }))
    await addArticle(service, anArticle({ slug: 'two', content: 'The red big van.' }))
    expect(await slugs('"big red"')).toEqual(['one'])
    expect(await slugs('"red big"')).toEqual(['two'])
    expect((await slugs('bus or van')).toSorted()).toEqual(['one', 'two'])
    expect(await slugs('big -van')).toEqual(['one'])
    expect(await slugs('-van')).toEqual([])
  })

  test('leaves out a word in all its forms', async () => {
    const original = await addArticle(service, anArticle())
    await addArticle(service, aTranslation(original, 'es', { content: 'Las informaciones del modelo.' }))
    expect((await search('modelo', 'es')).total).toBe(1)
    expect((await search('modelo -información', 'es')).total).toBe(0)
  })

  test('takes the last word as a beginning when there is no such word', async () => {
    await addArticle(service, anArticle({ slug: 'one', content: 'About zebras.' }))
    await addArticle(service, anArticle({ slug: 'two', content: 'The zeb day.' }))
    expect(await slugs('zebr')).toEqual(['one'])
    expect(await slugs('about zebr')).toEqual(['one'])
    expect(await slugs('zeb')).toEqual(['two'])
  })

  test('follows an article that is changed, withdrawn, published or deleted', async () => {
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

  test('turns to English when the language has nothing', async () => {
    const harbour = await addArticle(service, anArticle({ content: 'The zebra and the giraffe.' }))
    await addArticle(service, aTranslation(harbour, 'de', { content: 'Das Zebra und der Löwe.' }))
    expect((await search('Löwe', 'de')).hits[0]?.language).toBe('de')
    expect((await search('giraffes', 'de')).hits[0]?.language).toBe('en')
    expect((await search('tiger', 'de')).total).toBe(0)
  })

  test('answers ten to a page, each match once', async () => {
    const date = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()
    for (let n = 0; n < 23; n++)
      await addArticle(service, anArticle({ slug: `n-${n}`, publish_date: date(n) }))
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

  test('does not turn to English beyond the last page', async () => {
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
  ])('takes "%s" for words and not for syntax', async (query) => {
    await addArticle(service, anArticle())
    expect((await search(query)).total).toBe(0)
  })

  test('answers no more than fifty at once, and nothing for a language that is none', async () => {
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

  test('an article longer than anybody searches is saved all the same, and found by its beginning', async () => {
    const words = Array.from({ length: 60_000 }, (_, n) => `𝔴${n.toString(36)}𝔷`).join(' ')
    await addArticle(service, anArticle({ slug: 'long', title: 'T'.repeat(9000), content: `zebra ${words}` }))
    expect(await slugs('zebra')).toEqual(['long'])
  })
})

test('the index is not reached by way of the API, and the answers about articles do not carry it', async () => {
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
