import { readFile } from 'node:fs/promises'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { addCountedReferrers, addCountedViews } from '../support/page-views.ts'
import { storeArticle } from './support/article-form.ts'
import { DESK_ADMIN } from './support/desk.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { openAs } from './support/members.ts'
import { type Publication, test } from './support/new-publication.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const READERS = '/admin/readers'
/** A browser that is no test: those say that they are programs. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const row = (page: Page, section: string, name: string | RegExp) =>
  region(page, section).getByRole('row').filter({ hasText: name })

async function withDatabase({ databaseUrl }: Publication, run: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = connect(databaseUrl, { max: 1 })
  try {
    await run(sql)
  } finally {
    await sql.end()
  }
}

/** Two weeks of a story, its translation and the front page. */
async function addReaders(publication: Publication): Promise<void> {
  const { id } = await storeArticle(publication.service, { slug: 'storm', title: 'Storm over the valley' })
  await storeArticle(publication.service, {
    slug: 'storm',
    language: 'pt',
    title: 'Tempestade sobre o vale',
    original_article_id: id,
  })
  await withDatabase(publication, async (sql) => {
    await addCountedViews(
      sql,
      Array.from({ length: 14 }, (_, ago) => [
        { ago, path: '/', kind: 'home' as const, views: 400 - ago * 9, visitors: 300 - ago * 7, bots: 120 },
        {
          ...{ ago, path: '/article/storm', kind: 'article' as const, slug: 'storm' },
          ...{ views: 90 + (ago % 5) * 7, visitors: 80 },
        },
        {
          ...{
            ago,
            path: '/article/storm',
            kind: 'article' as const,
            slug: 'storm',
            language: 'pt' as const,
          },
          ...{ views: 30, visitors: 25 },
        },
        { ago, path: '/tech', kind: 'section' as const, slug: 'tech', views: 12 },
        { ago, path: '/feeds/en.xml', kind: 'feed' as const, views: 900, visitors: 40 },
      ]).flat(),
    )
    // A day on which more came than are told apart.
    await sql`update private.daily_visitors set is_incomplete = true where day = private.first_counted_day(4)`
    await addCountedReferrers(sql, [
      { language: 'pt', host: 'noticias.example', views: 120 },
      { language: 'pt', host: '', views: 7 },
      { language: 'en', host: 'search.example', views: 800 },
      { language: 'en', host: `${'a-rather-long-name.'.repeat(12)}example`, views: 3 },
    ])
  })
}

test('before anybody reads, the screen says so; the first reader appears without a reload', async ({
  page,
  publication,
}) => {
  test.slow()
  await storeArticle(publication.service, { slug: 'storm', title: 'Storm over the valley' })
  await signIn(page, DESK_ADMIN)
  await page.goto(READERS)
  await expect(page.getByText('No page has been counted yet')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  const headers = { 'user-agent': BROWSER, referer: 'https://www.news.example/today?reader=nora' }
  expect((await fetch(`${publication.url}/article/storm`, { headers })).status).toBe(200)
  expect(
    (await fetch(`${publication.url}/article/storm`, { headers: { ...headers, dnt: '1' } })).status,
  ).toBe(200)
  await expect(row(page, 'Read now', 'Storm over the valley').getByRole('cell')).toHaveText('1', {
    timeout: 40_000,
  })
  await expect(page.getByText('English readers come from news.example (1).')).toBeVisible()
  await expect(page.getByText('Last', { exact: false }).filter({ hasText: 'was not counted' })).toBeVisible()
})

test('an editor sees what is read, chooses the days, and takes the sums along', async ({
  browser,
  publication,
}) => {
  test.slow()
  await addReaders(publication)
  const { desk } = await openAs(browser, publication, { name: 'Lena', role: 'editor' })
  await desk.goto('/admin/dashboard')
  await desk.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Readers' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Readers' })).toBeVisible()
  await expect(region(desk, 'Today so far').getByText('532')).toBeVisible()
  await expect(
    desk.getByText('Portuguese readers come from noticias.example (120) and other sites (7).'),
  ).toBeVisible()
  await expect(desk.getByRole('link', { name: 'noticias.example' })).toHaveCount(0)
  await expect(row(desk, 'Articles', 'Tempestade sobre o vale').getByRole('cell')).toHaveText(['420', '350'])
  await expect(row(desk, 'Sections', 'Tech').getByRole('cell')).toHaveCount(1)
  await expect(row(desk, 'Feeds', '/feeds/en.xml').getByRole('cell')).toHaveText(['12,600', '40'])
  await expect(desk.getByText(/Translations were read 420 times: 2\d% of all views/)).toBeVisible()
  await expect(desk.getByText(/such as search engines, fetched 1,680 pages/)).toBeVisible()
  await expect(desk.getByRole('img', { name: /^Views and visitors of 14 days/ })).toBeVisible()
  await desk.getByText('Show as a table').click()
  await expect(region(desk, 'Day by day, as a table').getByRole('row')).toHaveCount(15)
  await expect(desk.getByText(/visitors are an estimate: at least so many/)).toHaveCount(1)
  await expect(desk.getByRole('cell', { name: /^at least \d/ })).toHaveCount(1)
  expect(await findAccessibilityProblems(desk)).toEqual([])

  await desk.getByLabel('Period').selectOption('7 days')
  await expect(desk).toHaveURL(`${READERS}?days=7`)
  await expect(row(desk, 'Articles', 'Tempestade sobre o vale').getByRole('cell')).toHaveText(['210', '175'])
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: 'Pages as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('pages-7-days.csv')
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFFpath,slug,language,views,visitors')
  expect(lines).toContain('/article/storm,storm,pt,210,175')
  await expectToast(desk, 'The file has been saved.')

  await desk.goto('/admin/articles')
  await expect(desk.getByRole('row', { name: /Storm over the valley/ })).toContainText(
    /1,\d{3} views in 30 days/,
  )
  expect(await findAccessibilityProblems(desk)).toEqual([])
  await desk.goto('/admin/translations')
  await expect(desk.getByRole('row', { name: /Storm over the valley/ })).toContainText(
    /1,\d{3} views in 30 days/,
  )
  expect(await findAccessibilityProblems(desk)).toEqual([])
  await desk.context().close()
})

test('of many pages that are read now the first ten are shown, and the others when asked for', async ({
  page,
  publication,
}) => {
  test.slow()
  await addReaders(publication)
  await withDatabase(publication, (sql) =>
    sql`insert into private.recent_views (minute, path, language, views) select date_trunc('minute', now()), '/page-' || n, 'en', n from generate_series(1, 12) as n`.then(
      () => {},
    ),
  )
  await signIn(page, DESK_ADMIN)
  await page.goto(READERS)
  await expect(region(page, 'Read now').getByRole('row')).toHaveCount(11)
  await region(page, 'Read now').getByRole('button', { name: 'Show all 12' }).click()
  await expect(region(page, 'Read now').getByRole('row')).toHaveCount(13)
  await expect(row(page, 'Read now', '/page-12').getByRole('cell')).toHaveText('12')
  expect(await findAccessibilityProblems(page)).toEqual([])
  await region(page, 'Read now').getByRole('button', { name: 'Show fewer' }).click()
  await expect(region(page, 'Read now').getByRole('row')).toHaveCount(11)
})

test('where nothing is counted the screen says so, and lists say nothing', async ({ page, publication }) => {
  test.slow()
  await addReaders(publication)
  await publication.service.from('settings').insert({ key: 'counts_page_views', value: false }).throwOnError()
  await signIn(page, DESK_ADMIN)
  await page.goto(READERS)
  await expect(page.getByText('Counting is switched off')).toBeVisible()
  await expect(region(page, 'Today so far')).toHaveCount(0)
  await expect(region(page, 'Day by day')).toBeVisible()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.goto('/admin/articles')
  await expect(page.getByRole('link', { name: 'Storm over the valley' }).first()).toBeVisible()
  await expect(page.getByText('in 30 days')).toHaveCount(0)
})

test('an author is told nothing of readers', async ({ browser, publication }) => {
  await addReaders(publication)
  const { desk } = await openAs(browser, publication, { name: 'Ana', role: 'author' })
  await desk.goto('/admin/articles')
  await expect(desk.getByRole('link', { name: 'Storm over the valley' }).first()).toBeVisible()
  await expect(desk.getByText('in 30 days')).toHaveCount(0)
  await expect(desk.getByRole('link', { name: 'Readers' })).toHaveCount(0)
  await desk.context().close()
})
