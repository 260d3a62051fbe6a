import { openScreen } from './support/open-screen.ts'
import { expect, type Page, test } from './support/test.ts'

const LONG = '/article/the-case-for-boring-ai'

const searchButton = (page: Page) => page.locator('header button[aria-haspopup=dialog]')

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a tap outside of the menu only closes it', async ({ page }) => {
    await openScreen(page, '/news')
    await page.locator('header summary:visible').tap()
    const inside = page.locator('header details[open]').getByRole('link')
    await expect(inside.first()).toBeVisible()
    // The lowest link on the screen that the menu does not cover.
    const place = await page.evaluate(() => {
      for (let y = innerHeight - 10; y > 0; y -= 4)
        for (const x of [80, 195, 300])
          if (document.elementFromPoint(x, y)?.closest('main a')) return { x, y }
      throw new Error('The menu covers all links')
    })
    await page.touchscreen.tap(place.x, place.y)
    await expect(inside.first()).toBeHidden()
    await page.locator('header summary:visible').tap()
    await expect(inside.first()).toBeVisible()
    await page.locator('header summary:visible').tap()
    await expect(inside.first()).toBeHidden()
    await expect(page).toHaveURL('/news')
    await page.touchscreen.tap(place.x, place.y)
    await expect(page).toHaveURL(/\/article\//)
  })
})

test.describe('without motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the header leaves on scrolling down and is back on scrolling up, at every width', async ({
    page,
  }) => {
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await openScreen(page, LONG)
      const top = () =>
        page.locator('article h1').evaluate((title) => title.getBoundingClientRect().top + scrollY)
      const before = await top()
      await page.mouse.move(width / 2, 600)
      await page.mouse.wheel(0, 1500)
      await expect(searchButton(page)).not.toBeInViewport()
      await page.mouse.wheel(0, -200)
      await expect(searchButton(page)).toBeInViewport({ ratio: 1 })
      // It takes no place that it did not have.
      expect(await top()).toBe(before)
      await page.mouse.wheel(0, 400)
      await expect(searchButton(page)).not.toBeInViewport()
      await searchButton(page).focus()
      await expect(searchButton(page)).toBeInViewport({ ratio: 1 })
      const place = () => page.evaluate(() => scrollY)
      const focusedAt = await place()
      await page.mouse.wheel(0, 400)
      await expect.poll(place).toBeGreaterThan(focusedAt + 300)
      await expect(searchButton(page)).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Enter')
      await expect(page.getByRole('combobox')).toBeFocused()
    }
  })
})
