import type { Page } from '@playwright/test'
import { openScreen } from './support/open-screen.ts'
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
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
})

test('what cannot be loaded says so where it was pressed, forms do what they do without scripts, and a search that was closed leads nowhere', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED|Failed to load resource|Failed to fetch/)
  await page.route(/\/assets\/(open-player|toasts|save-shown-article)-.*\.js$/, (route) => route.abort())
  await openScreen(page, '/article/open-weights-consortium-releases-polyglot-model')
  for (const name of ['Listen', 'Save for later']) {
    const said = page.waitForEvent('dialog')
    await page.getByRole('button', { name, exact: true }).click({ noWaitAfter: true })
    const dialog = await said
    expect(dialog.message()).toBe('No connection')
    await dialog.accept()
  }

  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/search-island-.*\.js$/, async (route) => {
    await held.promise
    await route.abort()
  })
  await page.evaluate(() => {
    HTMLFormElement.prototype.submit = () => {
      document.title = 'Left'
    }
  })
  const overlay = page.locator('#search-overlay')
  await page.keyboard.press('/')
  await expect(overlay).toHaveAttribute('open')
  // A phone has no Escape.
  await overlay.getByRole('button', { name: 'Close search' }).click()
  await expect(overlay).not.toHaveAttribute('open')
  const failed = page.waitForEvent('console', (message) => /search-island/.test(message.text()))
  held.resolve()
  await failed
  await expect(page).not.toHaveTitle('Left')

  await page.route(/\/assets\/[a-z]{2}-\w+\.json$/, (route) => route.abort())
  await page.goto('/contact')
  const form = page.locator('footer form')
  await expect(form.locator('button:disabled')).toBeVisible()
  await form.getByRole('textbox').fill('without.words@example.org')
  await form.getByRole('textbox').press('Enter')
  await expect(page).toHaveURL('/subscribe')
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
  await page.locator('[data-scripted=search]').click()
  await expect(page).toHaveURL(/\/search\??$/)
})
