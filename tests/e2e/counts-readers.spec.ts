import { connect } from '#server/platform/database/connection.ts'
import { storeArticle } from './support/article-form.ts'
import { test } from './support/new-publication.ts'
import { expect } from './support/test.ts'

// Browsers of tests say that they are programs.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
})

test('a page that the browser fetched ahead is counted when it is opened, each time once', async ({
  page,
  publication,
}) => {
  await storeArticle(publication.service, { slug: 'storm', title: 'Storm over the valley' })
  const ahead: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/article/storm.data')) ahead.push(request.headers()['sec-purpose'])
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const link = page.getByRole('main').getByRole('link', { name: 'Storm over the valley' }).first()
  const fetched = page.waitForResponse(/\/article\/storm\.data/)
  await link.hover()
  await (await fetched).finished()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Storm over the valley' })).toBeVisible()
  // It is asked for again, although the answer was there; that answer has no body.
  expect(ahead).toEqual(['prefetch', undefined])
  await page.goBack()
  await expect(page).toHaveURL(`${publication.url}/`)
  await page.getByRole('link', { name: 'Privacy' }).first().click()
  await expect(page).toHaveURL(`${publication.url}/privacy`)

  const sql = connect(publication.databaseUrl, { max: 1 })
  try {
    const counted = () =>
      sql`select path, views, visitors, bots from private.page_views where kind <> 'feed' order by path`
    // What is stored with the last page is all there is.
    await expect.poll(counted).toContainEqual({ path: '/privacy', views: 1, visitors: 1, bots: 0 })
    expect(await counted()).toEqual([
      { path: '/', views: 2, visitors: 1, bots: 0 },
      { path: '/article/storm', views: 1, visitors: 1, bots: 0 },
      { path: '/privacy', views: 1, visitors: 1, bots: 0 },
    ])
  } finally {
    await sql.end()
  }
})
