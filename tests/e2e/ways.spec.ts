import type { BrowserContext, Locator } from '@playwright/test'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { CATALOGS } from '../support/catalogs.ts'
import { expectScripts, openScreen } from './support/open-screen.ts'
import { signIn } from './support/sign-in.ts'
import { expect, type Page, test } from './support/test.ts'

const GERMAN = '/article/konsortium-gibt-polyglottes-sprachmodell-frei'
const LONG = '/article/the-case-for-boring-ai'
const WIDTHS = [390, 768, 1280]

const searchButton = (page: Page) => page.locator('header button[aria-haspopup=dialog]')
const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function openSearch(page: Page): Promise<Locator> {
  await searchButton(page).click()
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  return field
}

test('Back closes the search, which leaves nothing in the history however it is closed', async ({ page }) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/contact')
    await openScreen(page, '/about')

    await openSearch(page)
    await page.goBack()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL('/about')
    await expect(searchButton(page)).toBeFocused()
    await page.goForward()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL('/about')

    // Closed and opened again, perhaps before the browser has gone back.
    await openSearch(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.getByRole('button', { name: 'Close search' }).click()
    await expect(dialog(page)).toBeHidden()

    const field = await openSearch(page)
    await field.fill('polyglot')
    await page.getByRole('option').click()
    await expect(page).toHaveURL('/article/open-weights-consortium-releases-polyglot-model')
    await page.goBack()
    await expect(page).toHaveURL('/about')
    await expect(heading(page)).toContainText('About')
    await expect(dialog(page)).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/contact')
  }
})

test('a page that is loaded again while the search is open shows the page, and Back leads on from it', async ({
  page,
}) => {
  await page.goto('/contact')
  await openScreen(page, '/about')
  await openSearch(page)
  await page.reload()
  await expect.poll(() => page.evaluate(() => history.state?.search === true)).toBe(false)
  await expectScripts(page)
  await expect(dialog(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/contact')
})

test('every popular search finds something in every language, and so do two letters and an author', async ({
  page,
}) => {
  test.slow()
  for (const language of LANGUAGE_CODES) {
    await openScreen(page, '/about', { language })
    const field = await openSearch(page)
    const words = CATALOGS[language]
    const fullText = page.getByRole('link', { name: words['search.fullText'] })
    const chips = dialog(page).getByRole('listitem').getByRole('button')
    const names = await chips.allTextContents()
    expect(names).toHaveLength(6)
    for (const name of names.filter((text) => text.length > 2)) {
      await dialog(page).getByRole('button', { name, exact: true }).click()
      await expect(field).toHaveValue(name)
      await expect(page.getByRole('option').first()).toBeVisible()
      await expect(page.getByText(words['search.englishResults'])).toBeHidden()
      await field.fill('')
    }
    await dialog(page).getByRole('button', { name: words['search.popular.ai'], exact: true }).click()
    await fullText.click()
    await expect(page).toHaveURL(new RegExp(`/search\\?q=${words['search.popular.ai']}`))
    await expect(page.locator('main').getByRole('heading', { level: 3 }).first()).toBeVisible()

    await (await openSearch(page)).fill('Inês Duarte')
    await expect(dialog(page).getByRole('status')).toContainText('Inês Duarte')
    await fullText.click()
    await expect(page.locator('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
  }
})

test('the address of a translation without its language redirects to it, also in client-side navigation', async ({
  page,
}) => {
  await page.goto(GERMAN)
  await expect(page).toHaveURL(`${GERMAN}?lang=de`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  await page.evaluate(() => localStorage.clear())
  await openScreen(page, '/about')
  await page.evaluate((path) => window.__reactRouterDataRouter?.navigate(path), GERMAN)
  await expect(page).toHaveURL(`${GERMAN}?lang=de`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(heading(page)).toBeVisible()
})

test('an address that names English becomes the one that does not, and English is what the reader has chosen', async ({
  page,
}) => {
  await page.goto('/?lang=de')
  await page.goto('/terms?lang=en')
  await expect(page).toHaveURL('/terms')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto('/')
  await expectScripts(page)
  await expect(page).toHaveURL('/')
})

test('the banner that switches the language adds no entry to the history', async ({ page }) => {
  await page.goto('/about?lang=de')
  await openScreen(page, '/article/open-weights-consortium-releases-polyglot-model', { language: 'de' })
  await page.getByRole('link', { name: 'Zu DE wechseln' }).click()
  await expect(page).toHaveURL(`${GERMAN}?lang=de`)
  await page.goBack()
  await expect(page).toHaveURL('/about?lang=de')
})

test('arrows, Home, End and letters move in the language menu', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.clock.install()
  await openScreen(page, '/contact')
  await page.clock.pauseAt(Date.now() + 60_000)
  const summary = page.locator('header summary:visible')
  const link = (name: string) => page.locator('header').getByRole('link', { name }).locator('visible=true')
  const expectFocus = (name: string) => expect(link(name)).toBeFocused()
  await summary.focus()
  await page.keyboard.press('ArrowDown')
  await expectFocus('English')
  await page.keyboard.press('ArrowUp')
  await expectFocus('Português')
  await page.keyboard.press('ArrowDown')
  await expectFocus('English')
  await page.keyboard.press('End')
  await expectFocus('Português')
  await page.keyboard.press('Home')
  await expectFocus('English')

  await page.keyboard.type('es')
  await expectFocus('Español')
  // Within a second letters belong together, and nothing begins with "esf"; after it they begin anew.
  await page.clock.runFor(900)
  await page.keyboard.press('f')
  await expectFocus('Español')
  await page.clock.runFor(1_001)
  await page.keyboard.press('f')
  await expectFocus('Français')
  await page.clock.runFor(1_001)
  for (const name of ['English', 'Español', 'English']) {
    await page.keyboard.press('e')
    await expectFocus(name)
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(summary).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expectFocus('Português')
})

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

test.describe('the header', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const width of WIDTHS) {
    test(`leaves on scrolling down and is back on scrolling up, at ${width}`, async ({ page }) => {
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
    })
  }
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
  const setOffline = (offline: boolean) => (context as BrowserContext).setOffline(offline)
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

test('who is signed in without being an administrator is told why the desk stays closed', async ({
  page,
}) => {
  await signIn(page)
  await page.route('**/rest/v1/rpc/find_my_membership*', (route) => route.fulfill({ json: null }))
  await page.goto('/admin/articles')
  await expect(page.getByRole('alert')).toContainText('You have no role here')
  await expect(page).toHaveURL('/')
  await page.goto('/admin')
  const note = page.getByRole('status').filter({ hasText: 'You are signed in as nora@example.org' })
  await expect(note).toContainText('has no role at the desk')
  await note.getByRole('button', { name: 'Logout' }).click()
  await expect(note).toBeHidden()
  await expect(page.getByLabel('Password')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('bare addresses lead to their article, the header stays in its place, and two letters are searched for', async ({
    page,
  }) => {
    await page.goto(GERMAN)
    await expect(page).toHaveURL(`${GERMAN}?lang=de`)
    await expect(page.locator('.site-header')).toHaveCSS('position', 'relative')
    await page.goto('/search?q=AI')
    await expect(page.locator('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
  })
})
