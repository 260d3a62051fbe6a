import { openScreen } from './support/open-screen.ts'
import { expect, type Page, test } from './support/test.ts'

const LONG = '/article/the-case-for-boring-ai'

const searchButton = (page: Page) => page.locator('header button[aria-haspopup=dialog]')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a tap outside of the menu only closes it', async ({ page }) => {
    await openScreen(page, '/news')
    // The code that closes a menu comes with its first event.
    const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/menu-events'))
    await page.locator('header summary:visible').tap()
    await loaded
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

/** Opens a page and waits until it could do without its network. */
async function openWatched(page: Page, path: string): Promise<void> {
  await openScreen(page, path)
  // The page begins to watch its network in a timer that hydration has set.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

async function expectKept(page: Page, path: string, title: string): Promise<void> {
  await expect(page.getByRole('alert')).toContainText('No connection')
  await expect(page).toHaveURL(path)
  await expect(heading(page)).toContainText(title)
}

test('a page stays and says so when the network is lost, and leads on when it is back', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/)
  const setOffline = (offline: boolean) => context.setOffline(offline)
  const link = (name: string) => page.locator('footer').getByRole('link', { name, exact: true })
  await openWatched(page, '/opinion')
  await setOffline(true)
  await link('Technology').click()
  await expectKept(page, '/opinion', 'Opinion')
  // So that the next message is a new one.
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button').click()
  // The code of this page has not been loaded yet either.
  await link('Terms of Service').click()
  await expectKept(page, '/opinion', 'Opinion')
  await setOffline(false)
  await link('Technology').click()
  await expect(page).toHaveURL('/tech')
  await expect(heading(page)).toContainText('Technology')

  // Back changes the address before anything is loaded. Nor can the search be loaded.
  await setOffline(true)
  await page.goBack()
  await expectKept(page, '/tech', 'Technology')
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button').click()
  await searchButton(page).click()
  await expectKept(page, '/tech', 'Technology')
  await setOffline(false)
  await page.goBack()
  await expect(page).toHaveURL('/opinion')
  await expect(heading(page)).toContainText('Opinion')
  await link('Terms of Service').click()
  await expect(page).toHaveURL('/terms')
  await expect(heading(page)).toContainText('Terms')
})

test('when only the code of a page is missing, the server renders that page', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404|Failed to fetch|dynamically imported|Error loading route module/)
  await openWatched(page, '/about')
  await page.route(
    /\/assets\/category-.*\.js/,
    (route) => route.fulfill({ status: 404, body: 'Not found' }),
    {
      times: 1,
    },
  )
  await page.locator('footer').getByRole('link', { name: 'Expert Analysis' }).click()
  await expect(page).toHaveURL('/opinion')
  await expect(heading(page)).toContainText('Opinion')
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/opinion$/)
})
