import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../../tests/support/articles.ts'
import { type DeskListOptions, hasArticles, listDeskArticles, listDrafts } from './desk-articles.ts'

const PUBLISHED: DeskListOptions = {
  published: true,
  language: 'en',
  category: null,
  featured: null,
  search: '',
  sort: { by: 'publish_date', descending: true },
  page: 1,
  pageSize: 10,
}

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.administrator()
  const service = app.service()
  for (const piece of Object.values(PIECES)) await addArticle(service, anArticle(piece))
  const draft = await addArticle(
    service,
    anArticle({ title: '100% (sure), "quoted"', slug: 'odd', published: false }),
  )
  for (const language of ['de', 'fr'] as const)
    await addArticle(
      service,
      aTranslation(draft, language, { published: language === 'de', slug: `odd-${language}` }),
    )
  await service.from('articles').update({ featured: true }).eq('title', PIECES.pipes.title).throwOnError()
})
afterAll(() => app.stop())

async function titles(change: Partial<DeskListOptions>) {
  const { rows } = await listDeskArticles(admin, { ...PUBLISHED, ...change })
  return rows.map((row) => row.title)
}

test('a list has published articles or drafts of a language, with how many translations each has', async () => {
  expect(await titles({})).toEqual(Object.values(PIECES).map(({ title }) => title))
  const { rows, total } = await listDeskArticles(admin, { ...PUBLISHED, published: false })
  expect(total).toBe(1)
  expect(rows).toMatchObject([{ slug: 'odd', published: false, translations: 2 }])
  expect(rows[0]).not.toHaveProperty('content')
  expect(await titles({ language: 'de' })).toHaveLength(1)
  expect(await titles({ language: null })).toHaveLength(6)
  const languages = ['en', 'de', 'fr', 'it'] as const
  const have = (published: boolean) =>
    Promise.all(languages.map((language) => hasArticles(admin, { published, language })))
  expect(await have(true)).toEqual([true, true, false, false])
  expect(await have(false)).toEqual([true, false, true, false])
})

test('a list is sorted, filtered and searched in titles, slugs and authors, taking the text as it is', async () => {
  expect((await titles({ sort: { by: 'title', descending: false } }))[0]).toBe(PIECES.bakery.title)
  expect((await titles({ sort: { by: 'category', descending: true } }))[0]).toBe(PIECES.planning.title)
  expect(await titles({ category: 'opinion' })).toEqual([PIECES.pipes.title])
  expect(await titles({ featured: true })).toEqual([PIECES.pipes.title])
  expect(await titles({ search: ' BAKERY ' })).toEqual([PIECES.bakery.title])
  expect(await titles({ search: 'praise-of-boring' })).toEqual([PIECES.pipes.title])
  expect(await titles({ search: 'lindqvist' })).toHaveLength(2)
  const drafts = { published: false }
  expect(await titles({ ...drafts, search: '100% (sure), "q' })).toHaveLength(1)
  for (const search of ['1%s', 'od_', 'x'.repeat(100_000)])
    expect(await titles({ ...drafts, search })).toEqual([])
})

test('pages follow each other, and one beyond the last is empty and knows how many there are', async () => {
  const sizes = await Promise.all(
    [1, 2, 3, 99].map(async (page) => {
      const { rows, total } = await listDeskArticles(admin, { ...PUBLISHED, page, pageSize: 2 })
      return [rows.length, total]
    }),
  )
  expect(sizes).toEqual([
    [2, 5],
    [2, 5],
    [1, 5],
    [0, 5],
  ])
})

test('a list of drafts has their schedules', async () => {
  const { rows: drafts } = await listDeskArticles(admin, { ...PUBLISHED, published: false })
  const [draft] = drafts
  await app
    .service()
    .from('article_schedules')
    .insert({
      article_id: draft?.id ?? '',
      status: 'waiting',
      publish_at: '2027-11-19T08:00:00Z',
      zone: 'Europe/Zurich',
    })
    .throwOnError()
  const { rows } = await listDrafts(admin, { ...PUBLISHED, language: null })
  expect(rows.find(({ id }) => id === draft?.id)?.schedule).toMatchObject({ status: 'waiting' })
  expect(rows.filter(({ schedule }) => schedule === null)).toHaveLength(rows.length - 1)
})

test('what is searched for is found as it is now, in pages and with every filter', async () => {
  const service = app.service()
  const { id } = await addArticle(service, anArticle({ title: 'Über Zwölf', slug: 'zwoelf' }))
  await addArticle(service, anArticle({ title: 'Eins', slug: 'mehr-ueber-zwei', author: 'Über Haupt' }))
  const search = 'über'
  const byTitle = { sort: { by: 'title', descending: false }, language: null } as const
  expect(await titles({ search, ...byTitle })).toEqual(['Eins', 'Über Zwölf'])
  const second = { ...PUBLISHED, ...byTitle, search, page: 2, pageSize: 1 }
  expect(await listDeskArticles(admin, second)).toMatchObject({ total: 2, rows: [{ id, translations: 0 }] })
  expect(await listDeskArticles(admin, { ...second, page: 9 })).toEqual({ total: 2, rows: [] })
  expect(await titles({ search, language: 'de' })).toEqual([])
  expect(await titles({ search, category: 'hack' })).toEqual([])
  expect(await titles({ search, featured: true })).toEqual([])
  await service
    .from('articles')
    .update({ title: 'Unter Zwölf', published: false })
    .eq('id', id)
    .throwOnError()
  expect(await titles({ search })).toEqual(['Eins'])
  expect(await titles({ search: 'UNTER zw', published: false })).toEqual(['Unter Zwölf'])
  await service.from('articles').delete().in('slug', ['zwoelf', 'mehr-ueber-zwei']).throwOnError()
  expect(await titles({ search })).toEqual([])
})

test('only administrators search it', async () => {
  const asked = { p_search: 'a', p_published: true }
  for (const client of [app.anonymous(), app.service()])
    expect((await client.rpc('search_desk', asked)).error?.code).toBe('42501')
  const { error } = await admin.rpc('search_desk', { ...asked, p_sort: 'id; select 1' })
  expect(error?.code).toBe('22023')
})

test('a page far down has the rows that follow those before it', async () => {
  await app.database.sql`
    insert into public.articles (slug, language, title, excerpt, content, category, published)
    select 'far-' || n, 'it', 'Far ' || lpad(n::text, 4, '0'), 'x', 'x', 'hack', true from generate_series(1, 1010) as n`
  const far = { language: 'it', sort: { by: 'title', descending: false } } as const
  expect(await titles({ ...far, page: 101 })).toEqual(
    Array.from({ length: 10 }, (_, index) => `Far ${1001 + index}`),
  )
})

test('readers have no drafts in it', async () => {
  expect((await listDeskArticles(app.anonymous(), { ...PUBLISHED, published: false })).total).toBe(0)
})
