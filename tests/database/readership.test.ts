import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  countArticleViews,
  exportReadership,
  listRecentViews,
  readReadership,
} from '#core/data/readership.ts'
import { startTestApp } from '../support/app.ts'
import { addMember } from '../support/members.ts'
import { addCountedReferrers, addCountedViews } from '../support/page-views.ts'

const app = await startTestApp()
const { sql } = app.database
const { client: editor } = await addMember(app, 'Lena', { role: 'editor' })
afterAll(() => app.stop())
beforeEach(async () => {
  await sql`truncate private.page_views, private.daily_visitors, private.page_referrers, private.recent_views`
  await sql`delete from public.articles`
})

/** A story with its translation; returns the id of the original. */
async function addStory(): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into public.articles (slug, language, title, excerpt, content, category, author, published)
    values ('storm', 'en', 'Storm', 'A storm.', 'It rained.', 'news', 'Ida Novak', true) returning id`
  await sql`
    insert into public.articles (slug, language, title, excerpt, content, category, author, published, original_article_id)
    values ('storm', 'pt', 'Tempestade', 'Uma tempestade.', 'Choveu.', 'news', 'Ida Novak', true, ${id})`
  return id
}

test('without anything counted there is nothing but today', async () => {
  const found = await readReadership(editor, 30)
  expect(found).toMatchObject({ since: null, week_ago: null, articles: [], referrers: [], bots: 0 })
  expect(found.days.every(({ views }) => views === 0)).toBe(true)
  expect(await listRecentViews(editor)).toEqual([])
})

test('what was read of a section at its old address counts where that leads', async () => {
  await addCountedViews(sql, [
    { path: '/hack', kind: 'section', slug: 'hack', views: 4 },
    { path: '/tech', kind: 'section', slug: 'tech', views: 3 },
  ])
  await sql`update public.categories set position = null, retired_to = 'tech' where slug = 'hack'`
  onTestFinished(async () => {
    await sql`update public.categories set position = 9, retired_to = null where slug = 'hack'`
  })
  expect((await readReadership(editor, 7)).sections).toEqual([{ slug: 'tech', views: 7 }])
})

test('the sums of a period say what was read, by whom and where from, beside the same weekday', async () => {
  await addStory()
  await addCountedViews(sql, [
    { path: '/', kind: 'home', views: 10, visitors: 6, bots: 40 },
    { path: '/article/storm', kind: 'article', slug: 'storm', views: 30 },
    { path: '/article/storm', kind: 'article', slug: 'storm', language: 'pt', views: 10 },
    { path: '/news', kind: 'section', slug: 'news', views: 5 },
    { path: '/imprint', kind: 'section', slug: 'imprint', views: 2 },
    { path: '/feeds/en.xml', kind: 'feed', views: 500, visitors: 20 },
    { ago: 7, path: '/', kind: 'home', views: 8, visitors: 3 },
    { ago: 9, path: '/article/storm', kind: 'article', slug: 'storm', views: 100 },
  ])
  const found = await readReadership(editor, 7)
  expect(found.days).toHaveLength(7)
  expect(found.days.at(-1)).toMatchObject({ day: found.today, views: 57, visitors: 53 })
  expect(found.week_ago).toMatchObject({ views: 8, visitors: 3, is_incomplete: false })
  expect(found.languages).toEqual([
    { language: 'en', views: 47, visitors: 43 },
    { language: 'pt', views: 10, visitors: 10 },
  ])
  expect(found.sections).toEqual([{ slug: 'news', views: 45 }])
  expect(found.articles.map(({ title, is_translation, views }) => [title, is_translation, views])).toEqual([
    ['Storm', false, 30],
    ['Tempestade', true, 10],
  ])
  expect(found).toMatchObject({ article_views: 40, translations: 10, newsletter: 0, bots: 40 })
  expect(found.feeds).toEqual([{ path: '/feeds/en.xml', language: 'en', fetches: 500, programs: 20 }])
  // Days before the first counted one are not days without readers.
  expect((await readReadership(editor, 365)).days).toHaveLength(10)
})

test('of each language the ten hosts that led most readers here are named', async () => {
  await addCountedReferrers(sql, [
    ...Array.from({ length: 15 }, (_, index) => ({
      language: 'en' as const,
      host: `site-${index}.example`,
      views: 100 - index,
    })),
    { language: 'en', host: '', views: 1_000 },
    { language: 'pt', host: 'small.example', views: 1 },
  ])
  const { referrers } = await readReadership(editor, 30)
  const english = referrers.filter(({ language }) => language === 'en')
  expect(english).toHaveLength(11)
  expect(english.find(({ host }) => host === '')?.views).toBe(1_000 + 90 + 89 + 88 + 87 + 86)
  expect(referrers.filter(({ language }) => language === 'pt')).toEqual([
    { language: 'pt', host: 'small.example', views: 1 },
  ])
  expect((await exportReadership(editor, 30)).referrers).toHaveLength(17)
})

test('more pages than one response has rows are exported at once, the most read first', async () => {
  await sql`
    insert into private.page_views (day, path, language, kind, slug, views, visitors)
    select private.first_counted_day(1), '/article/story-' || n, 'en', 'article', 'story-' || n, n, n from generate_series(1, 2000) as n`
  const { pages } = await exportReadership(editor, 7)
  expect(pages).toHaveLength(2_000)
  expect(pages[0]).toEqual({
    path: '/article/story-2000',
    slug: 'story-2000',
    language: 'en',
    views: 2_000,
    visitors: 2_000,
  })
  expect(new Set(pages.map(({ path }) => path)).size).toBe(2_000)
})

test('views of the last 30 days are counted for the articles of a list', async () => {
  const id = await addStory()
  await addCountedViews(sql, [
    { path: '/article/storm', kind: 'article', slug: 'storm', views: 3 },
    { ago: 29, path: '/article/storm', kind: 'article', slug: 'storm', views: 4 },
    { ago: 30, path: '/article/storm', kind: 'article', slug: 'storm', views: 50 },
  ])
  expect([...(await countArticleViews(editor, [id]))]).toEqual([[id, 7]])
})
