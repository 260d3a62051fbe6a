import { signIn } from './support/sign-in.ts'
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

test('at the desk they are marked, with figures of nobody and no way to send them', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/newsletter')
  const list = page.getByRole('region', { name: 'All issues' })
  const marked = list.getByRole('listitem').filter({ hasText: 'Demo: invented figures' }).first()
  // The list begins with the issues of other journeys, if there are any.
  await expect(async () => {
    await expect(list.getByRole('listitem').first()).toBeVisible()
    if (!(await marked.isVisible())) await list.getByRole('button', { name: 'Older' }).click()
    await expect(marked).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await marked.getByRole('link').click()
  await expect(page.getByText('It was sent to nobody, its figures are invented')).toBeVisible()
  await expect(page.getByText('1,000 of 1,004 messages')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Clicks' })).toBeVisible()
  await expect(page.getByRole('button', { name: /send|resume|cancel/i })).toHaveCount(0)
})
