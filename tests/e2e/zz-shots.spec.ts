import { DESK_ADMIN } from './support/desk.ts'
import { test } from './support/new-publication.ts'
import { addNews, addSubscribers, generate, openIssue, openNewsletter } from './support/newsletter-desk.ts'
import type { Page } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
async function shots(page: Page, name: string, full = false) {
  for (const width of [375, 768, 1280])
    for (const dark of [false, true]) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark)
      await page.screenshot({
        path: `/tmp/shots/${name}-${width}-${dark ? 'dark' : 'light'}.png`,
        fullPage: full,
      })
    }
  await page.setViewportSize({ width: 1280, height: 900 })
}
test('shots', async ({ page, publication }) => {
  test.setTimeout(240_000)
  await addNews(publication)
  await addSubscribers(
    publication,
    Array.from({ length: 12 }, (_, i) => `reader${i}@example.org`),
  )
  await openNewsletter(page)
  await generate(page)
  await page.evaluate(() => scrollTo(0, 0))
  await shots(page, 'newsletter')
  await openIssue(page)
  await page.getByLabel('Test email address').fill('ada@example.org')
  await page.getByRole('button', { name: 'Send Test' }).click()
  await page.getByText('The test is in the outbox').first().waitFor()
  await shots(page, 'test-toast')
  await page.getByRole('button', { name: 'Run the checklist' }).click()
  await page.getByText('No mail leaves this site, so nobody gets it').first().waitFor()
  await page.getByText('No mail leaves this site, so nobody gets it').first().scrollIntoViewIfNeeded()
  await shots(page, 'checklist')
  await page.getByRole('button', { name: 'Send to all' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send into the outbox' }).click()
  await shots(page, 'dialog')
  await dialog.getByLabel('Send into the outbox, I am trying it out').check()
  await dialog.getByRole('button', { name: 'Send into the outbox' }).click()
  await page.getByText('The newsletter is in the outbox').first().waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await shots(page, 'sent')
  await page.getByRole('link', { name: 'All issues', exact: true }).click()
  await page.getByRole('heading', { name: 'All issues' }).scrollIntoViewIfNeeded()
  await shots(page, 'issues')
  await page.goto('/admin/outbox')
  await page.getByRole('cell').first().waitFor()
  await shots(page, 'outbox')
  await page.goto('/admin/administrators')
  await page.getByLabel('Email').fill('paula@example.org')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByLabel('Link of the invitation').waitFor()
  await shots(page, 'invite', true)
  await page.getByRole('link', { name: 'Open the mail in the outbox' }).click()
  await page.getByRole('button', { name: 'Copy the link' }).waitFor()
  await shots(page, 'mail')
  await page.goto('/admin/newsletter/subscribers')
  await page.getByRole('link', { name: 'reader0@example.org' }).first().click()
  await page.getByText('In the outbox').first().waitFor()
  await shots(page, 'subscriber', true)
  await page.goto('/')
  await page.locator('footer form').getByRole('textbox').fill('eva@example.org')
  await page.locator('footer form').getByRole('button').click()
  await page.getByText('No mail leaves this site at present').first().waitFor()
  await shots(page, 'subscribe')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/admin/forgot-password')
  await page.getByLabel('Email').fill(DESK_ADMIN.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Ask another administrator').waitFor()
  await shots(page, 'forgot')
})
