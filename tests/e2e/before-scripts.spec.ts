import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Opens the page while the script of readers is held back. */
async function openWithoutScript(page: Page, path: string): Promise<void> {
  await page.route(/\/assets\/reader-.*\.js$/, () => {})
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('footer form').getByRole('textbox')).toBeVisible()
}

test('before its script is there, a page has its theme and language, and everything else does what it does without scripts', async ({
  page,
}) => {
  await openWithoutScript(page, '/contact')
  const wasDark = await page.locator('html').evaluate(({ classList }) => classList.contains('dark'))
  await page.getByRole('button', { name: /^Switch to (dark|light)/ }).click()
  expect(await page.locator('html').evaluate(({ classList }) => classList.contains('dark'))).toBe(!wasDark)

  const entries = await page.evaluate(() => history.length)
  await page.locator('header summary:visible').click()
  await page.locator('header').getByRole('link', { name: 'Deutsch' }).locator('visible=true').click()
  await expect(page).toHaveURL('/contact?lang=de')
  expect(await page.evaluate(() => history.length)).toBe(entries)

  await page.locator('[data-scripted=search]').click()
  await expect(page).toHaveURL('/search?lang=de')
  await page.locator('header [data-scripted=newsletter]:visible').click()
  await expect(page).toHaveURL('/?lang=de#newsletter')
  await expect(page.locator('#newsletter')).toBeInViewport()

  await page.locator('footer form').getByRole('textbox').fill('too.early@example.org')
  await page.locator('footer form').getByRole('textbox').press('Enter')
  await expect(page).toHaveURL('/subscribe?lang=de')
  await expect(page.getByRole('status')).toBeVisible()
})
