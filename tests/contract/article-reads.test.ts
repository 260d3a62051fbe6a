import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#core/i18n/languages.ts'
import { addMarkedPieces, type MarkedPieces } from './contract-articles.ts'
import { type ContractProject, openContractProject } from './contract-project.ts'

let project: ContractProject
let pieces: MarkedPieces

beforeAll(async () => {
  project = await openContractProject()
  pieces = await addMarkedPieces(project)
})
afterAll(() => project.stop())

/** The articles of this run, as an anonymous caller reads them. */
const articles = (columns = '*') =>
  project.as('anonymous').from('articles').select(columns).eq('author', pieces.harbour.author)
const slugsOf = (rows: unknown) => (rows as { slug: string }[]).map((row) => row.slug)

describe('the English list', () => {
  const list = () => articles().eq('language', 'en').is('original_article_id', null).eq('published', true)

  test('has every column of the published originals, newest first', async () => {
    const { data, error, status, count } = await list().order('publish_date', { ascending: false })
    expect([status, error, count]).toEqual([200, null, null])
    const { harbour, bakery, planning, pipes, citations } = pieces
    expect(slugsOf(data)).toEqual([harbour, bakery, planning, pipes, citations].map(({ slug }) => slug))
    expect(data?.[0]).toEqual({
      ...harbour,
      publish_date: '2026-11-18T09:00:00+00:00',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/),
      updated_at: expect.any(String),
      revision_note: null,
    })
  })

  test('can be filtered by category and by featured', async () => {
    const { data } = await list().eq('category', 'tech').order('publish_date', { ascending: false })
    expect(slugsOf(data)).toEqual([pieces.planning.slug])
    expect((await list().eq('featured', true).order('publish_date', { ascending: false })).data).toEqual([])
    const plain = await list().eq('category', 'hack').eq('featured', false).limit(1)
    expect(slugsOf(plain.data)).toEqual([pieces.citations.slug])
  })
})

test('the list of another language is read by the ids of the English originals, then their translations', async () => {
  const { data: originals } = await articles('id, publish_date')
    .eq('language', 'en')
    .is('original_article_id', null)
    .eq('published', true)
    .order('publish_date', { ascending: false })
  const ids = (originals as unknown as { id: string; publish_date: string }[]).map(({ id }) => id)
  expect(originals?.[0]).toEqual({ id: pieces.harbour.id, publish_date: '2026-11-18T09:00:00+00:00' })
  const { data } = await articles().eq('language', 'de').in('original_article_id', ids).order('slug')
  expect(slugsOf(data)).toEqual([pieces.germanBakery.slug, pieces.german.slug])
  expect((await articles().eq('language', 'de').in('original_article_id', [])).data).toEqual([])
})

describe('a single article', () => {
  const find = (slug: string, language: Language) =>
    articles().eq('slug', slug).eq('language', language).eq('published', true)

  test('is returned as one object', async () => {
    const { data, status } = await find(pieces.german.slug, 'de').single()
    expect(status).toBe(200)
    expect(data).toMatchObject({ id: pieces.german.id, original_article_id: pieces.harbour.id })
    expect((await find(pieces.german.slug, 'de').maybeSingle()).data).toEqual(data)
  })

  test.each([
    ['an unknown slug', () => find(`${project.runId}-nothing`, 'en')],
    ['a slug of another language', () => find(pieces.german.slug, 'en')],
    ['a draft', () => find(pieces.draft.slug, 'en')],
  ])('is null for %s', async (_what, ask) => {
    const { data, error, status } = await ask().single()
    expect([status, data]).toEqual([406, null])
    expect(error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
      hint: null,
    })
    const maybe = await ask().maybeSingle()
    expect([maybe.status, maybe.data, maybe.error]).toEqual([200, null, null])
  })

  test('is an error when several match', async () => {
    const { error, status } = await articles('id').eq('language', 'en').single()
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 5 rows'])
    expect((await articles('id').eq('language', 'en').maybeSingle()).error?.code).toBe('PGRST116')
  })
})

describe('the translations of an article', () => {
  test('are found by slug: the languages of published articles', async () => {
    const { data } = await articles('language').eq('slug', pieces.harbour.slug).eq('published', true)
    expect(data).toEqual([{ language: 'en' }])
  })

  test('are found by the original: language and slug of all versions', async () => {
    const { data: shown } = await articles('id, original_article_id')
      .eq('slug', pieces.french.slug)
      .eq('language', 'fr')
      .eq('published', true)
      .single()
    const { original_article_id: id } = shown as unknown as { original_article_id: string }
    const { data } = await articles('language, slug')
      .eq('published', true)
      .or(`id.eq.${id},original_article_id.eq.${id}`)
      .order('language')
    expect(data).toEqual([
      { language: 'de', slug: pieces.german.slug },
      { language: 'en', slug: pieces.harbour.slug },
      { language: 'fr', slug: pieces.french.slug },
    ])
  })
})

describe('the lists of an administrator', () => {
  const all = () =>
    project.as('administrator').from('articles').select('*').eq('author', pieces.harbour.author)

  test('contain drafts, which readers do not see', async () => {
    const newest = () => all().eq('language', 'en').order('publish_date', { ascending: false })
    expect((await newest()).data).toHaveLength(6)
    expect((await newest().eq('published', true)).data).toHaveLength(5)
    expect(slugsOf((await newest().eq('published', false)).data)).toEqual([pieces.draft.slug])
    const reader = project.as('reader').from('articles').select('slug').eq('slug', pieces.draft.slug)
    expect((await reader).data).toEqual([])
  })

  test('count translations by their original', async () => {
    const { data } = await project
      .as('administrator')
      .from('articles')
      .select('original_article_id')
      .not('original_article_id', 'is', null)
      .eq('author', pieces.harbour.author)
    const ids = data?.map((row) => row.original_article_id).sort()
    expect(ids).toEqual([pieces.harbour.id, pieces.harbour.id, pieces.bakery.id].sort())
  })
})

test('the search overlay finds titles and excerpts in a language, newest first, ten at most', async () => {
  const search = (words: string, language: Language) =>
    articles('id, title, excerpt, category, slug, language')
      .eq('published', true)
      .eq('language', language)
      .or(`title.ilike.%${words}%,excerpt.ilike.%${words}%`)
      .order('publish_date', { ascending: false })
      .limit(10)
  expect(slugsOf((await search('ALGORITHMS', 'en')).data)).toEqual([pieces.harbour.slug])
  expect((await search('algorithms', 'de')).data).toEqual([
    {
      id: pieces.german.id,
      title: pieces.german.title,
      excerpt: pieces.german.excerpt,
      category: 'news',
      slug: pieces.german.slug,
      language: 'de',
    },
  ])
  expect((await search('algorithms', 'it')).data).toEqual([])
})
