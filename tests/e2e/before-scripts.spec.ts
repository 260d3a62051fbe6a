import type { Page } from '@playwright/test'
import { expectScripts } from './support/open-screen.ts'
import { expect, test } from './support/test.ts'

/** Opens the page while its scripts are held back; returns a function that lets them load. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const arrival = Promise.withResolvers<void>()
  await page.route(/\/assets\/framework-.*\.js$/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('footer form').getByRole('textbox')).toBeVisible()
  return arrival.resolve
}

test('actions before hydration are repeated after it', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-21T08:00:00Z') })
  const arrive = await openWithoutScripts(page, '/')
  // Without hydration, actions are released after five seconds. The clock of the page is controlled, so a busy machine does not matter.
  await page.clock.pauseAt(new Date('2026-11-21T09:00:00Z'))
  const signUps: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/subscribe_newsletter')) signUps.push(request.url())
  })
  const wasDark = await page.locator('html').evaluate(({ classList }) => classList.contains('dark'))
  await page.getByRole('button', { name: /^Switch to (dark|light)/ }).click()
  await page.locator('footer form').getByRole('textbox').fill('too.early@example.org')
  await page.locator('footer form').getByRole('textbox').press('Enter')
  await page.locator('footer form').getByRole('textbox').press('Enter')
  await page.locator('[data-scripted=search]').click()
  arrive()
  const search = page.getByRole('dialog').getByRole('combobox')
  await expect
    .poll(async () => {
      await page.clock.runFor(20)
      return search.isVisible()
    })
    .toBe(true)
  await page.clock.resume()
  await expect(search).toBeFocused()
  await expect(page.getByText('Please check your email to confirm your subscription!')).toBeVisible()
  expect(signUps).toHaveLength(1)
  await expect(page).toHaveURL('/')
  expect(await page.locator('html').evaluate(({ classList }) => classList.contains('dark'))).toBe(!wasDark)
})

test('the link to the sign-up form waits for scripts, a change of language does not', async ({ page }) => {
  const arrive = await openWithoutScripts(page, '/contact')
  const entries = await page.evaluate(() => history.length)
  await page.locator('header summary:visible').click()
  await page.locator('header').getByRole('link', { name: 'Deutsch' }).locator('visible=true').click()
  await expect(page).toHaveURL('/contact?lang=de')
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.locator('header [data-scripted=newsletter]:visible').click()
  arrive()
  await expect(page).toHaveURL('/?lang=de')
  await expect(page.locator('#newsletter')).toBeFocused()
})

test('when scripts never load, actions do what they do without scripts', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-21T08:00:00Z') })
  const arrive = await openWithoutScripts(page, '/contact')
  // From here on the clock of the page advances only when the test says so, however busy the machine is.
  await page.clock.pauseAt(new Date('2026-11-21T09:00:00Z'))
  await page.locator('[data-scripted=search]').click()
  await page.clock.runFor(4_900)
  await expect(page).toHaveURL('/contact')
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/search')
  await page.clock.resume()
  arrive()
  await expectScripts(page)
})
