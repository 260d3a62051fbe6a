import { connect } from '#server/platform/database/connection.ts'
import { storeArticle } from './support/article-form.ts'
import { startFrontServer } from './support/front-server.ts'
import { test } from './support/new-publication.ts'
import { expect } from './support/test.ts'

// Browsers of tests say that they are programs.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})

test('a page that the browser loaded ahead is counted when it is opened, once', async ({
  page,
  publication,
}) => {
  await storeArticle(publication.service, { slug: 'storm', title: 'Storm over the valley' })
  const front = await startFrontServer(publication.url)
  const asked: string[] = []
  front.show({
    pathOf: (path) => {
      asked.push(path)
      return path
    },
  })
  await page.goto(front.url, { waitUntil: 'networkidle' })
  const link = page.getByRole('main').getByRole('link', { name: 'Storm over the valley' }).first()
  await link.hover()
  await expect.poll(() => asked).toContain('/article/storm')
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Storm over the valley' })).toBeVisible()
  // It is asked for again, although the answer was there, so that the server knows that somebody reads it.
  await expect.poll(() => asked.filter((path) => path === '/article/storm')).toHaveLength(2)
  await page.getByRole('link', { name: 'Privacy' }).first().click()
  await expect(page).toHaveURL(`${front.url}/privacy`)

  const sql = connect(publication.databaseUrl, { max: 1 })
  try {
    const counted = () =>
      sql`select path, views, visitors, bots from private.page_views where kind <> 'feed' order by path`
    // Nothing else is stored after the last page.
    await expect.poll(counted).toContainEqual({ path: '/privacy', views: 1, visitors: 1, bots: 0 })
    expect(await counted()).toEqual([
      { path: '/', views: 1, visitors: 1, bots: 0 },
      { path: '/article/storm', views: 1, visitors: 1, bots: 0 },
      { path: '/privacy', views: 1, visitors: 1, bots: 0 },
    ])
  } finally {
    await sql.end()
    await front.stop()
  }
})

test('a page that the browser drew ahead is asked for again when it is seen, and not before', async ({
  page,
}) => {
  // Browsers draw nothing ahead for programs.
  await page.addInitScript(() => {
    let isAhead = true
    Object.defineProperty(document, 'prerendering', { get: () => isAhead })
    document.addEventListener('shown', () => {
      isAhead = false
      document.dispatchEvent(new Event('prerenderingchange'))
    })
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const askedForPage = () => asked.filter((path) => path === '/contact')
  await page.goto('/contact', { waitUntil: 'networkidle' })
  expect(askedForPage()).toHaveLength(1)
  await page.evaluate(() => document.dispatchEvent(new Event('shown')))
  await expect.poll(askedForPage).toHaveLength(2)
})
