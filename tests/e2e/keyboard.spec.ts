import { followInVain, loadNothingAhead, openScreen } from './support/open-screen.ts'
import { expect, test } from './support/test.ts'
import { walkByKeyboard } from './support/walk-by-keyboard.ts'

const WIDE = { width: 1280, height: 800 }
const SMALL = { width: 375, height: 667 }

/** One screen of each kind: what can be focused on others is on one of these too. */
const SCREENS = ['/', '/article/reading-a-model-card-like-an-engineer', '/newsletter', '/search?q=model']

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const path of SCREENS) {
    test(`Tab reaches every control on ${path}, shows the focus, and leaves the page again`, async ({
      page,
    }) => {
      for (const viewport of [WIDE, SMALL]) {
        await page.setViewportSize(viewport)
        await openScreen(page, path)
        const { stops, reached, unseen } = await walkByKeyboard(page, 'Tab')
        expect(reached).toEqual(stops)
        expect(unseen).toEqual([])
      }
    })
  }

  test('Shift+Tab goes back in the reverse order', async ({ page }) => {
    await openScreen(page, '/contact')
    const { stops, reached, unseen } = await walkByKeyboard(page, 'Shift+Tab')
    expect(reached).toEqual(stops.toReversed())
    expect(unseen).toEqual([])
  })
})

test('the first link of a page leads to the content, also on the next page', async ({ page }) => {
  await openScreen(page, '/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()

  await page.getByRole('navigation').getByRole('link', { name: 'Opinion' }).first().press('Enter')
  await expect(page).toHaveURL('/opinion')
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator('summary, a').first()).toBeFocused()
})

test('a toast can be reached, stays while it has focus, can be closed by keyboard, and disappears by itself', async ({
  page,
}) => {
  await page.clock.install()
  await openScreen(page, '/contact')
  await page.clock.pauseAt(Date.now() + 60_000)
  const field = page.locator('footer form').getByRole('textbox')
  const message = page.getByRole('alert').getByText('Invalid email address')
  const close = page.getByRole('region', { name: 'Notifications' }).getByRole('button')
  const last = page.locator('footer').getByRole('link').last()

  for (const key of ['Enter', 'Escape']) {
    await field.fill('nobody at all')
    await field.press('Enter')
    await expect(message).toBeVisible()
    await last.focus()
    await page.keyboard.press('Tab')
    await expect(close).toBeFocused()
    await page.clock.runFor(20_000)
    await expect(message).toBeVisible()
    await page.keyboard.press(key)
    await expect(message).toBeHidden()
    await expect(last).toBeFocused()
  }

  await field.press('Enter')
  await expect(message).toBeVisible()
  await page.clock.runFor(3900)
  await expect(message).toBeVisible()
  await page.clock.runFor(200)
  await expect(message).toBeHidden()
})

test('scrolling to the sign-up form is smooth or jumps as the reader prefers, and a reload does not repeat it', async ({
  page,
}) => {
  for (const [motion, jumps] of [
    ['no-preference', false],
    ['reduce', true],
  ] as const) {
    await page.unrouteAll()
    await loadNothingAhead(page)
    await page.emulateMedia({ reducedMotion: motion })
    await openScreen(page, '/')
    const link = page.getByRole('link', { name: 'Free Weekly Digest' })
    const top = await link.evaluate((element: HTMLElement) => {
      element.click()
      return window.scrollY
    })
    expect(top > 0).toBe(jumps)
    await expect(page.locator('footer form').getByRole('textbox')).toBeInViewport()

    await followInVain(page, page.locator('footer a[href="/hack"]'), '[data-skeleton]')
    const moving = await page.evaluate(() => document.getAnimations().length)
    expect(moving > 0).toBe(!jumps)
  }
  await page.unrouteAll()
  await openScreen(page, '/contact')
  await page.getByRole('link', { name: 'Free Weekly Digest' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('#newsletter')).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.locator('footer form button:disabled')).toBeAttached()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('#newsletter')).not.toBeFocused()
})
