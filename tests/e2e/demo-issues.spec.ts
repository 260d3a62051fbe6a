import { expect, test } from './support/test.ts'

test('a reader of the demo finds issues of the last Sundays in the archive and in the feed, in their language', async ({
  page,
  request,
}) => {
  const titles = page.locator('main li h2')
  // They are made after the first start.
  await expect(async () => {
    await page.goto('/newsletter/issues?lang=it')
    await expect(titles).toHaveCount(3, { timeout: 1_000 })
  }).toPass()
  const title = await titles.first().innerText()
  await titles.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('.newsletter')).toHaveAttribute('lang', 'it')
  const feed = await (await request.get('/feeds/it/newsletter.xml')).text()
  expect(feed.match(/<item>/g)).toHaveLength(3)
})
