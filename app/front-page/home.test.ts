import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadFrontPage } from '#app/front-page/home.server.tsx'
import { insertArticles } from '#core/data/articles.ts'
import type { FrontPageSetting } from '#core/domain/front-page.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { anArticle } from '../../tests/support/articles.ts'
import { setSettings } from '../../tests/support/settings.ts'

let app: TestApp

const CATEGORIES = ['business', 'tech', 'opinion', 'hack', 'news'] as const

beforeAll(async () => {
  app = await startTestApp()
  const articles = Array.from({ length: 60 }, (_, index) =>
    anArticle({
      title: `Story ${index}`,
      category: CATEGORIES[index % CATEGORIES.length] ?? 'news',
      publish_date: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
      featured: index === 3,
    }),
  )
  await insertArticles(app.service(), articles)
})
afterAll(() => app.stop())

/** The front page with this setting, and how many requests it took. */
async function load(front_page: FrontPageSetting) {
  const supabase = app.anonymous()
  const requests = [vi.spyOn(supabase, 'from'), vi.spyOn(supabase, 'rpc')]
  const { settings } = settingsOf([{ key: 'front_page', value: front_page }], {
    contact_address: 'desk@example.org',
  })
  const withHero = async <T extends object>(article: T) => ({ ...article, hero: null })
  const page = await loadFrontPage({ supabase, settings, withHero }, 'en')
  return { page, count: requests.reduce((sum, { mock }) => sum + mock.calls.length, 0) }
}

const titles = (articles: { title: string }[]) => articles.map(({ title }) => title)

test.each([
  [['newsletter'], 0],
  [['latest'], 1],
  [['featured'], 2],
  [['sections'], 1],
  [['featured', 'latest', 'sections', 'newsletter'], 3],
] as const)('the blocks %o take %i queries, however many sections there are', async (blocks, expected) => {
  const { count } = await load({ layout: 'dense', blocks: [...blocks] })
  expect(count).toBe(expected)
})

test('a dense page shows twenty stories and those of each section, none of them twice', async () => {
  const { page } = await load({ layout: 'dense', blocks: ['featured', 'latest', 'sections'] })
  expect(page.featured?.title).toBe('Story 3')
  expect(page.latest).toHaveLength(19)
  expect(page.sections.map(({ category, articles }) => [category, articles.length])).toEqual(
    CATEGORIES.map((category) => [category, 5]),
  )
  const all = titles([
    ...(page.featured ? [page.featured] : []),
    ...page.latest,
    ...page.sections.flatMap(({ articles }) => articles),
  ])
  expect(new Set(all).size).toBe(all.length)
  expect(page.latest.filter(({ excerpt }) => excerpt !== '')).toHaveLength(4)
})

test('without its block the featured story is one of the newest, and where none is featured the newest is the first', async () => {
  const { page } = await load({ layout: 'calm', blocks: ['latest'] })
  expect([page.featured, titles(page.latest)]).toEqual([
    null,
    ['Story 59', 'Story 58', 'Story 57', 'Story 56'],
  ])
  await app.database.sql`update public.articles set featured = false`
  const calm = await load({ layout: 'calm', blocks: ['featured', 'latest'] })
  expect([calm.page.featured?.title, calm.page.latest[0]?.title]).toEqual(['Story 59', 'Story 58'])
  const standard = await load({ layout: 'standard', blocks: ['featured', 'sections'] })
  expect(standard.page.featured).toBeNull()
})

test('a changed layout shows at once, and the default contains nothing of it', async () => {
  const home = async () => (await fetch(app.url)).text()
  expect(await home()).not.toMatch(/front-page|own-link|site-notice|header-links/)
  await setSettings(app.service(), { front_page: { layout: 'calm', blocks: ['latest', 'newsletter'] } })
  await expect.poll(home).toContain('class="front-page front-page-calm"')
  expect(await home()).toContain('.front-page-calm')
  await app.service().from('settings').delete().eq('key', 'front_page').throwOnError()
  await expect.poll(home).not.toContain('front-page')
})

test('links, profiles and a notice show on every page in its language, escaped, and external links say so', async () => {
  const notice = { text: { en: 'Away <b>', de: 'Verreist' }, to: '/about', until: '2999-01-01T00:00:00Z' }
  await setSettings(app.service(), {
    header_links: [
      { label: { en: 'Jobs', de: 'Stellen' }, to: '/terms' },
      { label: { en: 'Shop' }, to: 'https://shop.example' },
    ],
    footer_columns: [{ title: { en: 'Us' }, links: [{ label: { en: 'Press' }, to: '/article/x?lang=fr' }] }],
    social_profiles: ['https://mastodon.social/@us'],
    notice,
  })
  const page = async (path: string) => (await fetch(app.url + path)).text()
  await expect.poll(() => page('/terms?lang=de')).toContain('Verreist')
  const german = await page('/terms?lang=de')
  expect(german).toContain('<a href="/terms?lang=de" aria-current="page">Stellen</a>')
  expect(german).toContain('<a href="https://shop.example" rel="external"><span lang="en">Shop</span></a>')
  expect(german).toContain('href="/article/x?lang=fr"')
  expect(german).toContain('<a href="https://mastodon.social/@us" rel="me">Mastodon</a>')
  expect(german).not.toContain('footer.legal')
  const english = await page('/')
  expect(english).toContain('Away &lt;b&gt;')
  expect(english).toContain('"sameAs":["https://mastodon.social/@us"]')
  await setSettings(app.service(), { notice: { ...notice, from: '2998-01-01T00:00:00Z' } })
  await expect.poll(() => page('/')).not.toContain('site-notice night')
})
