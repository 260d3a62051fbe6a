import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Readership, RecentViews } from '#core/domain/readership.ts'
import { expectAddress } from './support/address.ts'
import { recordDownloads } from './support/downloads.ts'
import { EMPTY_DESK } from './support/empty-desk.ts'
import { findProblems } from './support/find-problems.ts'
import { openScreen } from './support/open-screen.tsx'
import { aMember } from './support/sessions.ts'
import { stopClock } from './support/stop-clock.ts'
import { expectToast } from './support/toasts.ts'

const NONE = EMPTY_DESK.calls.read_readership as Readership
const EDITOR = aMember({ role: 'editor' })
const STORY = {
  id: '10000000-0000-4000-8000-000000000001',
  slug: 'storm',
  language: 'en' as const,
  title: 'Storm over the valley',
  category: 'tech',
  author: 'Ana',
  reading_time: '3 min read',
  publish_date: '2026-11-20T09:00:00Z',
  created_at: '2026-11-20T09:00:00Z',
  updated_at: '2026-11-20T09:00:00Z',
  published: true,
  featured: false,
  original_article_id: null,
}

/** The page views of so many days, as many on each. */
function readershipOf(days: number): Readership {
  const counted = Array.from({ length: days }, (_, index) => ({
    day: `2026-11-${String(28 - index).padStart(2, '0')}`,
    views: 532,
    visitors: 405,
    is_incomplete: index === 4,
  })).toReversed()
  const translation = { title: 'Tempestade sobre o vale', category: 'tech', is_translation: true }
  return {
    ...NONE,
    since: '2026-11-15',
    days: counted,
    languages: [
      { language: 'en', views: 500 * days, visitors: 380 * days },
      { language: 'pt', views: 30 * days, visitors: 25 * days },
    ],
    sections: [{ slug: 'tech', views: 12 * days }],
    articles: [
      { ...translation, id: 'pt', slug: 'storm', language: 'pt', views: 30 * days, visitors: 25 * days },
    ],
    article_views: 110 * days,
    translations: 30 * days,
    feeds: [{ path: '/feeds/en.xml', language: 'en', fetches: 900 * days, programs: 40 }],
    referrers: [
      { language: 'pt', host: 'noticias.example', views: 120 },
      { language: 'pt', host: '', views: 7 },
      { language: 'en', host: `${'a-rather-long-name.'.repeat(12)}example`, views: 3 },
    ],
    bots: 120 * days,
  }
}

const region = (name: string) => page.getByRole('region', { name, exact: true })
const row = (section: string, name: string) => region(section).getByRole('row').filter({ hasText: name })
const figures = (section: string, name: string) =>
  row(section, name)
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent)

test('before anybody reads, the screen says so; the first reader appears without a reload', async () => {
  let found = NONE
  const screen = await openScreen('/admin/dashboard', {
    calls: {
      read_readership: () => found,
      list_recent_views: [
        { path: '/article/storm', language: 'en', slug: STORY.slug, title: STORY.title, views: 1 },
      ],
    },
  })
  stopClock()
  await screen.go('/admin/readers')
  await expect.element(page.getByText('No page has been counted yet')).toBeVisible()
  found = { ...readershipOf(1), week_ago: null }
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(() => figures('Read now', STORY.title)).toEqual(['1'])
  await expect.element(page.getByText(/Last .* was not counted/)).toBeVisible()
})

test('an editor sees what is read, chooses the days, and takes the sums along', async () => {
  const downloads = recordDownloads()
  const screen = await openScreen('/admin/dashboard', {
    account: EDITOR,
    calls: {
      read_readership: ({ p_days = 30 }) => readershipOf(Math.min(Number(p_days), 14)),
      list_recent_views: [],
      export_readership: {
        pages: [{ path: '/article/storm', slug: 'storm', language: 'pt', views: 210, visitors: 175 }],
        referrers: [],
      },
    },
  })
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Readers' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Readers' })).toBeVisible()
  await expect.element(region('Today so far').getByText('532')).toBeVisible()
  await expect
    .element(page.getByText('Portuguese readers come from noticias.example (120) and other sites (7).'))
    .toBeVisible()
  // Anybody can send any host.
  await expect.element(page.getByRole('link', { name: /noticias\.example/ })).not.toBeInTheDocument()
  expect(figures('Articles', 'Tempestade sobre o vale')).toEqual(['420', '350'])
  expect(figures('Sections', 'Tech')).toHaveLength(1)
  expect(figures('Feeds', '/feeds/en.xml')).toEqual(['12,600', '40'])
  await expect.element(page.getByText(/Translations were read 420 times: 27% of all views/)).toBeVisible()
  await expect.element(page.getByText(/such as search engines, fetched 1,680 pages/)).toBeVisible()
  await expect.element(page.getByRole('img', { name: /^Views and visitors of 14 days/ })).toBeVisible()
  await page.getByText('Show as a table').click()
  await expect.element(region('Day by day, as a table').getByRole('row')).toHaveLength(15)
  await expect.element(page.getByText(/visitors are an estimate: at least so many/)).toHaveLength(1)
  await expect.element(page.getByRole('cell', { name: /^at least \d/ })).toHaveLength(1)
  expect(await findProblems()).toEqual([])

  await page.getByLabelText('Period').selectOptions('7 days')
  await expectAddress('/admin/readers?days=7')
  await expect.poll(() => figures('Articles', 'Tempestade sobre o vale')).toEqual(['210', '175'])
  await page.getByRole('button', { name: 'Pages as CSV' }).click()
  await expectToast('The file has been saved.')
  const lines = ((await downloads[0]?.text) ?? '').split('\r\n')
  expect(downloads.map(({ name }) => name)).toEqual(['pages-7-days.csv'])
  expect(lines).toEqual(['\uFEFFpath,slug,language,views,visitors', '/article/storm,storm,pt,210,175', ''])
  expect(screen.sentTo('export_readership')).toEqual([{ p_days: 7 }])
})

test('of many pages that are read now the first ten are shown, and the others when asked for', async () => {
  const recent = Array.from(
    { length: 12 },
    (_, index): RecentViews => ({
      path: index === 0 ? '/article/storm' : `/page-${index}`,
      language: 'en',
      slug: null,
      title: index === 0 ? STORY.title : null,
      views: 12 - index,
    }),
  )
  await openScreen('/admin/readers', {
    calls: { read_readership: readershipOf(14), list_recent_views: recent },
  })
  const rows = region('Read now').getByRole('row')
  await expect.element(rows).toHaveLength(11)
  expect(figures('Read now', STORY.title)).toEqual(['12'])
  await region('Read now').getByRole('button', { name: 'Show all 12' }).click()
  await expect.element(rows).toHaveLength(13)
  expect(figures('Read now', '/page-11')).toEqual(['1'])
  expect(await findProblems()).toEqual([])
  await region('Read now').getByRole('button', { name: 'Show fewer' }).click()
  await expect.element(rows).toHaveLength(11)
})

test('where nothing is counted the screen says so', async () => {
  await openScreen('/admin/readers', {
    tables: { settings: [{ key: 'counts_page_views', value: false }] },
    calls: { read_readership: readershipOf(14) },
  })
  await expect.element(page.getByText('Counting is switched off')).toBeVisible()
  await expect.element(region('Today so far')).not.toBeInTheDocument()
  await expect.element(region('Day by day')).toBeVisible()
  expect(await findProblems()).toEqual([])
})

const LISTS = {
  tables: { articles: [STORY], settings: [{ key: 'social_web', value: true }] },
  calls: {
    count_article_views: [{ article_id: STORY.id, views: 1_204 }],
    list_social_reactions: [
      {
        article_id: STORY.id,
        slug: STORY.slug,
        language: STORY.language,
        title: STORY.title,
        likes: 2,
        shares: 1,
        replies: 2,
      },
    ],
    list_translation_coverage: { total: 1, rows: [{ ...STORY, cells: [] }] },
  },
}
const story = page.getByRole('row').filter({ hasText: STORY.title })

test('lists of articles tell editors how often each is read, and what others did with it', async () => {
  const screen = await openScreen('/admin/articles', { account: EDITOR, ...LISTS })
  await expect.element(story).toMatchTextContent(/1,204 views in 30 days/)
  await expect.element(story).toMatchTextContent(/2 likes, 1 share, 2 replies/)
  expect(await findProblems()).toEqual([])
  await screen.go('/admin/translations')
  await expect.element(story).toMatchTextContent(/1,204 views in 30 days/)
  expect(await findProblems()).toEqual([])
})

test('where nothing is counted, lists say nothing of readers', async () => {
  const off = [{ key: 'counts_page_views', value: false }]
  await openScreen('/admin/articles', { ...LISTS, tables: { articles: [STORY], settings: off } })
  await expect.element(story).toBeVisible()
  await expect.element(page.getByText(/in 30 days/)).not.toBeInTheDocument()
})

test('an author is told nothing of readers', async () => {
  const screen = await openScreen('/admin/articles', { account: aMember({ role: 'author' }), ...LISTS })
  await expect.element(story).toBeVisible()
  await expect.element(page.getByText(/in 30 days/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Readers' })).not.toBeInTheDocument()
  expect(screen.sentTo('count_article_views')).toEqual([])
})
