import {
  findAccessibilityProblems,
  findProblemsOfKnownComponents,
} from './support/find-accessibility-problems.ts'
import { inEveryLanguage, openScreen } from './support/open-screen.ts'
import { expect, type Page, test } from './support/test.ts'

const REST = '**/rest/v1/articles*'
const field = (page: Page) => page.getByRole('combobox')
const options = (page: Page) => page.getByRole('option')

/** Opens the search overlay with its button, after hydration. */
async function openSearch(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.locator('header button[aria-haspopup=dialog]').click()
  await expect(field(page)).toBeFocused()
}

test('a reader finds an article by keyboard alone, and the search is closed and empty afterwards', async ({
  page,
}) => {
  await openSearch(page)
  await expect(page.getByText('Start typing to search articles, topics, or authors')).toBeVisible()
  await page.keyboard.type('polyglot')
  await expect(page.getByText('1 result found')).toBeVisible()
  await expect(options(page)).toContainText('Open-weights consortium releases a polyglot model')
  await expect(options(page)).toContainText('Fourteen universities')
  await expect(options(page).getByText('News')).toHaveCSS('text-transform', 'uppercase')

  await page.keyboard.press('ArrowDown')
  await expect(options(page)).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await options(page).getAttribute('id')) ?? 'an id',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/article/open-weights-consortium-releases-polyglot-model')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('/')
  await expect(field(page)).toHaveValue('')
})

test('the arrow keys go round the results and the field', async ({ page }) => {
  await openSearch(page)
  await page.keyboard.type('language')
  await expect(options(page)).not.toHaveCount(0)
  const count = await options(page).count()
  await page.keyboard.press('ArrowUp')
  await expect(options(page).nth(count - 1)).toHaveAttribute('aria-selected', 'true')
  await expect(options(page).nth(count - 1)).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('s')
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant')
})

test('the shortcuts open it and Escape closes it, focus returns, and "/" can be typed in a field', async ({
  page,
}) => {
  await openScreen(page, '/')
  const button = page.locator('header button[aria-haspopup=dialog]')
  await button.focus()
  for (const shortcut of ['/', 'Control+k', 'Meta+k', 'Enter']) {
    await page.keyboard.press(shortcut)
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('/x')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(button).toBeFocused()
  }
  const email = page.locator('footer form').getByRole('textbox')
  await email.pressSequentially('a/b')
  await expect(email).toHaveValue('a/b')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('while it is open, the page behind it neither scrolls nor takes focus', async ({ page }) => {
  await openSearch(page)
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
  const inside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null)
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => document.activeElement?.tagName)
    // Between the last and the first control, focus is in the browser's own interface.
    expect(focused === 'BODY' || (await inside())).toBe(true)
  }
  await page.getByRole('button', { name: 'Close search' }).click()
  await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden')
})

test('its code and the client are loaded when it is first opened, and fewer than three characters send no request', async ({
  page,
}) => {
  const scripts: string[] = []
  let requestCount = 0
  page.on('request', (request) => {
    if (/search-overlay|browser-client/.test(request.url())) scripts.push(request.url())
    if (request.url().includes('/rest/v1/')) requestCount += 1
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts).toEqual([])
  await openSearch(page)
  await page.getByRole('button', { name: 'AI', exact: true }).click()
  await expect(field(page)).toHaveValue('AI')
  await expect(page.getByText('Start typing to search articles, topics, or authors')).toBeVisible()
  expect(requestCount).toBe(0)
  await field(page).fill('')
  await page.getByRole('button', { name: 'Machine Learning' }).click()
  await expect(field(page)).toHaveValue('Machine Learning')
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toContainText('machine learning')
  expect(requestCount).toBe(1)
  await field(page).fill('xylophonist')
  await expect(page.getByText('No articles found for "xylophonist"')).toBeVisible()
  await expect(page.getByText('Try searching for different keywords or topics')).toBeVisible()
})

test('a late response to an earlier query is never shown', async ({ page }) => {
  let releaseBakery = () => {}
  const released = new Promise<void>((resolve) => {
    releaseBakery = resolve
  })
  let aborted = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('bakery')) aborted += 1
  })
  await page.route(REST, async (route) => {
    if (route.request().url().includes('bakery')) await released
    await route.continue().catch(() => {})
  })
  await openSearch(page)
  const bakeryRequest = page.waitForRequest(/bakery/)
  await field(page).fill('bakery')
  await bakeryRequest
  await expect(page.getByText('Searching...')).toBeVisible()
  await field(page).fill('polyglot')
  await expect(options(page)).toContainText('polyglot')
  releaseBakery()
  await expect.poll(() => aborted).toBe(1)
  await expect(options(page)).toHaveCount(1)
  await expect(options(page)).toContainText('polyglot')
})

test('when the language has no match, English results are shown, and the page stays in its language', async ({
  page,
}) => {
  await openSearch(page, '/?lang=de')
  await field(page).fill('Modell')
  await expect(options(page).first()).toContainText('Modell')
  await expect(page.getByText('Ergebnisse auf Englisch')).toBeHidden()
  await field(page).fill('synthetic images')
  await expect(page.getByText('Ergebnisse auf Englisch')).toBeVisible()
  await expect(page.getByText('1 Ergebnis gefunden')).toBeVisible()
  // The article's texts are in English; the name of its category is in the language of the page.
  await expect(options(page)).not.toHaveAttribute('lang')
  await expect(options(page).getByText('Newsrooms agree')).toHaveAttribute('lang', 'en')
  await options(page).click()
  await expect(page).toHaveURL('/article/newsrooms-agree-on-labels-for-synthetic-images?lang=de')
  await page.keyboard.press('/')
  await field(page).fill('nichts dergleichen')
  await expect(page.getByText('Keine Artikel zu „nichts dergleichen“ gefunden')).toBeVisible()
  await expect(page.getByText('wechseln Sie ins Englische')).toBeVisible()
})

test('a failed search shows an error, and the next one works', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 500|PostgrestError|Internal/)
  await page.route(REST, (route) => route.fulfill({ status: 500, json: { message: 'Internal' } }))
  await openSearch(page)
  await field(page).fill('polyglot')
  await expect(page.getByText('The search did not work. Please try again.')).toBeVisible()
  await page.unroute(REST)
  await field(page).fill('polyglot ')
  await field(page).fill('bakery')
  await expect(options(page)).not.toHaveCount(0)
})

test('Enter without a chosen result searches whole articles, and the next search starts on that page', async ({
  page,
}) => {
  await openSearch(page)
  await field(page).fill('tokenizer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=tokenizer')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('mark').first()).toHaveText(/token/i)
  const searchbox = page.getByRole('searchbox')
  await searchbox.fill('bakery')
  await searchbox.press('Enter')
  await expect(page).toHaveURL('/search?q=bakery')
  await expect(page.locator('mark').first()).toHaveText(/baker/i)
  await expect(searchbox).toBeFocused()
  await page.goBack()
  await expect(searchbox).toHaveValue('tokenizer')
})

test.describe('for every reader', () => {
  // Without motion, because axe would measure colours in the middle of a transition.
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the search is accessible in all its states', async ({ page }) => {
    const problems = await inEveryLanguage(async (language) => {
      await openScreen(page, '/contact', { language })
      await page.locator('header button[aria-haspopup=dialog]').click()
      // axe does not know the top layer and takes the page behind it for the background.
      await page.addStyleTag({
        content: 'header, main, footer { visibility: hidden } dialog { visibility: visible }',
      })
      const prompting = await findAccessibilityProblems(page)
      await field(page).fill('polyglot')
      await page.keyboard.press('ArrowDown')
      await expect(options(page).first()).toBeVisible()
      const finding = await findProblemsOfKnownComponents(page)
      await field(page).fill('xylophonist')
      await expect(page.getByRole('dialog').getByRole('status')).toContainText('xylophonist')
      return [...prompting, ...finding, ...(await findProblemsOfKnownComponents(page))]
    })
    expect(problems).toEqual([])
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a reader searches whole articles with a plain form, page by page', async ({ page }) => {
    await page.goto('/?lang=fr')
    await page.getByRole('link', { name: 'Rechercher' }).click()
    await expect(page).toHaveURL('/search?lang=fr')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(page.getByText('Commencez à taper')).toBeVisible()
    await page.getByRole('searchbox').fill('modeles')
    await page.getByRole('button', { name: 'Rechercher' }).click()
    await expect(page).toHaveURL('/search?lang=fr&q=modeles')
    await expect(page).toHaveTitle(/Recherche\s: modeles/)
    await expect(page.getByRole('heading', { name: '13 résultats trouvés' })).toBeVisible()
    await expect(page.locator('mark').first()).toHaveText(/modèle/)
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(10)
    await page.getByRole('link', { name: 'Plus de résultats' }).click()
    await expect(page).toHaveURL('/search?q=modeles&page=2&lang=fr')
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(3)
    await page.getByRole('heading', { level: 3 }).first().getByRole('link').click()
    await expect(page).toHaveURL(/\/article\/[a-z0-9-]+\?lang=fr$/)
  })

  test('a query is shown as text, a short one is not searched, and there is no page beyond the last', async ({
    page,
  }) => {
    await page.goto('/search?q=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E')
    await expect(page.getByText('No articles found for "<img src=x onerror=alert(1)>"')).toBeVisible()
    await page.goto('/search?q=a')
    await expect(page.getByRole('searchbox')).toHaveValue('a')
    await expect(page.getByText('Start typing to search articles, topics, or authors')).toBeVisible()
    await page.goto('/search?q=polyglot&page=9')
    await expect(page).toHaveURL('/search?q=polyglot')
    await page.goto('/search?q=synthetic&lang=it')
    await expect(page.getByText('Risultati in inglese')).toBeVisible()
  })
})
