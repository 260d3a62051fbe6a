import { openScreen } from './support/open-screen.ts'
import { expect, test } from './support/test.ts'
import { walkByKeyboard } from './support/walk-by-keyboard.ts'

const WIDE = { width: 1280, height: 800 }
const SMALL = { width: 375, height: 667 }

/** One screen of each kind. */
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
    await openScreen(page, '/')
    const { stops, reached, unseen } = await walkByKeyboard(page, 'Shift+Tab')
    expect(reached).toEqual(stops.toReversed())
    expect(unseen).toEqual([])
  })
})

test('the first link of a page skips the header and leads to the content', async ({ page }) => {
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

test('after a client-side navigation, focus is on the content', async ({ page }) => {
  await openScreen(page, '/')
  await page.getByRole('navigation').getByRole('link', { name: 'Opinion' }).press('Enter')
  await expect(page).toHaveURL('/opinion')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator('summary, a').first()).toBeFocused()
})

for (const { menu, viewport, first } of [
  { menu: 'the language menu', viewport: WIDE, first: 'English' },
  { menu: 'the menu of a small screen', viewport: SMALL, first: 'Business' },
]) {
  test(`${menu} opens with Enter or Space, and closes with Escape and when focus leaves it`, async ({
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

for (const { motion, jumps } of [
  { motion: 'reduce', jumps: true },
  { motion: 'no-preference', jumps: false },
] as const) {
  test(`scrolling to the sign-up form ${jumps ? 'jumps' : 'is smooth'} with the motion preference "${motion}"`, async ({
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
