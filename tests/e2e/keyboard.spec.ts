import { openScreen } from './support/open-screen.ts'
import { expect, test } from './support/test.ts'
import { walkByKeyboard } from './support/walk-by-keyboard.ts'

const WIDE = { width: 1280, height: 800 }
const SMALL = { width: 375, height: 667 }

/** One of each kind. */
const SCREENS = [
  '/',
  '/business',
  '/article/reading-a-model-card-like-an-engineer',
  '/terms',
  '/newsletter',
  '/search?q=model',
  '/confirm-subscription',
  '/admin',
]

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const path of SCREENS) {
    test(`Tab reaches everything on ${path}, shows where it is, and leaves again`, async ({ page }) => {
      for (const viewport of [WIDE, SMALL]) {
        await page.setViewportSize(viewport)
        await openScreen(page, path)
        const { stops, reached, unseen } = await walkByKeyboard(page, 'Tab')
        expect(reached).toEqual(stops)
        expect(unseen).toEqual([])
      }
    })
  }

  test('Shift and Tab go the same way back', async ({ page }) => {
    await openScreen(page, '/')
    const { stops, reached, unseen } = await walkByKeyboard(page, 'Shift+Tab')
    expect(reached).toEqual(stops.toReversed())
    expect(unseen).toEqual([])
  })
})

test('the first thing on a page leads past the header to the content', async ({ page }) => {
  await openScreen(page, '/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()
})

test('after a change of page, focus is at its content', async ({ page }) => {
  await openScreen(page, '/')
  await page.getByRole('navigation').getByRole('link', { name: 'Opinion' }).press('Enter')
  await expect(page).toHaveURL('/opinion')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()
})

for (const { menu, viewport, first } of [
  { menu: 'the language menu', viewport: WIDE, first: 'English' },
  { menu: 'the menu of a small screen', viewport: SMALL, first: 'Business' },
]) {
  test(`${menu} opens with Enter or Space, closes with Escape, and when focus leaves it`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openScreen(page, '/contact')
    const summary = page.locator('header summary:visible')
    const inside = page
      .locator('header details')
      .filter({ has: page.locator('summary:visible') })
      .getByRole('link')
    await summary.focus()
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(key)
      await expect(inside.first()).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(inside.first()).toBeFocused()
      await expect(inside.first()).toContainText(first)
      await page.keyboard.press('Escape')
      await expect(inside.first()).toBeHidden()
      await expect(summary).toBeFocused()
    }

    await page.keyboard.press('Enter')
    const count = await inside.count()
    for (let step = 0; step < count; step++) {
      await page.keyboard.press('Tab')
      await expect(inside.nth(step)).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(inside.first()).toBeHidden()

    await summary.focus()
    await page.keyboard.press('Enter')
    await inside.filter({ hasText: 'Deutsch' }).press('Enter')
    await expect(page).toHaveURL('/contact?lang=de')
    await expect(inside.first()).toBeHidden()
    await expect(summary).toBeFocused()
  })
}

test('a message can be reached, stays while it has focus, is closed by keyboard, and goes by itself', async ({
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

for (const { motion, jumps } of [
  { motion: 'reduce', jumps: true },
  { motion: 'no-preference', jumps: false },
] as const) {
  test(`the way to the sign-up is ${jumps ? 'a jump' : 'smooth'} where motion is "${motion}"`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await openScreen(page, '/')
    const link = page.getByRole('link', { name: 'Free Weekly Digest' })
    const top = await link.evaluate((element: HTMLElement) => {
      element.click()
      return window.scrollY
    })
    expect(top > 0).toBe(jumps)
    await expect(page.locator('footer form').getByRole('textbox')).toBeInViewport()

    await page.route(/\.data(\?|$)/, () => {})
    await page.locator('footer a[href="/hack"]').click()
    await expect(page.locator('[data-skeleton]').first()).toBeVisible()
    const moving = await page.evaluate(() => document.getAnimations().length)
    expect(moving > 0).toBe(!jumps)
  })
}
