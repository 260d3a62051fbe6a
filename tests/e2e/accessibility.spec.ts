import { SMALL, WIDE } from '../support/accessibility-looks.ts'
import { sharedService } from './support/desk.ts'
import {
  findAccessibilityProblems,
  findProblemsOfKnownComponents,
} from './support/find-accessibility-problems.ts'
import { findMailedLink } from './support/find-mailed-link.ts'
import { inEveryLanguage, openScreen } from './support/open-screen.ts'
import { sendWithoutScripts } from './support/send-without-scripts.ts'
import { expect, test } from './support/test.ts'

/** An article with a table, code, a quote and a task list, published in every language. */
const ARTICLE = '/article/reading-a-model-card-like-an-engineer'
const ONLY_ENGLISH = '/article/newsrooms-agree-on-labels-for-synthetic-images'

// Without motion, because axe would measure colours in the middle of a transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** `alike`: the screen has the same components as the one before, so it is checked only at the small width. */
const SCREENS: { name: string; path: string; status?: number; alike?: true }[] = [
  { name: 'the home page', path: '/' },
  { name: 'Business', path: '/business' },
  { name: 'Technology', path: '/tech', alike: true },
  { name: 'Opinion', path: '/opinion', alike: true },
  { name: 'Hack', path: '/hack', alike: true },
  { name: 'News Hub', path: '/news', alike: true },
  { name: 'an article that exists only in English', path: ONLY_ENGLISH, alike: true },
  { name: 'an article that does not exist', path: '/article/nothing-here', status: 404 },
  { name: 'a category that does not exist', path: '/gossip', status: 404, alike: true },
  { name: 'a page that does not exist', path: '/a/b/c', status: 404, alike: true },
  { name: 'Terms', path: '/terms' },
  { name: 'the disclaimer', path: '/disclaimer', alike: true },
  { name: 'Privacy', path: '/privacy', alike: true },
  { name: 'About', path: '/about', alike: true },
  { name: 'Contact', path: '/contact', alike: true },
  { name: 'the corrections, of which there are none', path: '/corrections' },
  { name: 'saved articles, of which there are none', path: '/saved' },
  { name: 'a preview whose link does not work', path: '/preview?token=x', status: 404, alike: true },
  { name: 'the newsletter', path: '/newsletter' },
  { name: 'the archive of the newsletter', path: '/newsletter/issues', alike: true },
  {
    name: 'an issue of the newsletter that does not exist',
    path: '/newsletter/issues/2020-01-05',
    status: 404,
    alike: true,
  },
  { name: 'a search that finds something', path: '/search?q=model' },
  { name: 'a search that finds nothing', path: '/search?q=xylophonist' },
  { name: 'a search for a query that is too short', path: '/search?q=ai', alike: true },
  { name: 'a search without a query', path: '/search', alike: true },
  { name: 'signing up', path: '/subscribe', alike: true },
  { name: 'a confirmation without its token', path: '/confirm-subscription' },
  { name: 'leaving by a link that does not work', path: '/unsubscribe?token=x', status: 400, alike: true },
  {
    name: 'the preferences behind a link that does not work',
    path: '/newsletter/preferences?token=x',
    status: 400,
    alike: true,
  },
  {
    name: 'an erasure by a link that does not work',
    path: '/newsletter/erase?token=x',
    status: 400,
    alike: true,
  },
]

for (const { name, path, status = 200, alike } of SCREENS) {
  test(`${name} (${path}) is accessible`, async ({ page, expectConsoleError }) => {
    if (status !== 200) expectConsoleError(new RegExp(`status of ${status}`))
    const problems = await inEveryLanguage(async (language) => {
      await openScreen(page, path, { language, status })
      return alike ? findProblemsOfKnownComponents(page, [SMALL]) : findAccessibilityProblems(page)
    })
    expect(problems).toEqual([])
  })
}

test('an article is accessible in each of its languages', async ({ page }) => {
  await openScreen(page, ARTICLE)
  const versions = await page
    .locator('header nav a[data-language]')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('lang'), link.getAttribute('href')]))
  const paths = Object.fromEntries(versions)
  const problems = await inEveryLanguage(async (language) => {
    await openScreen(page, paths[language], { language })
    for (const part of ['table', 'pre', 'blockquote', '[type=checkbox]']) {
      await expect(page.locator(`.prose ${part}`).first()).toBeVisible()
    }
    return findAccessibilityProblems(page)
  })
  expect(problems).toEqual([])
})

test('a translation beside its original is accessible in each language, with a form open', async ({
  page,
}) => {
  await openScreen(page, ARTICLE)
  const versions = await page
    .locator('header nav a[data-language]')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('lang'), link.getAttribute('href')]))
  const paths = Object.fromEntries(versions)
  const problems = await inEveryLanguage(async (language) => {
    if (language === 'en') return []
    await openScreen(page, `${paths[language]}&beside=en`, { language })
    await page.locator('.beside summary').first().click()
    await expect(page.locator('.beside form').first()).toBeVisible()
    return findAccessibilityProblems(page)
  })
  expect(problems).toEqual([])
})

test('the English fallback with the banner that offers a translation is accessible', async ({ page }) => {
  const problems = await inEveryLanguage(async (language) => {
    if (language === 'en') return []
    await openScreen(page, ARTICLE, { language })
    await expect(page.locator(`aside a[hreflang=${language}]`)).toBeVisible()
    return findAccessibilityProblems(page)
  })
  expect(problems).toEqual([])
})

test('the open language menu is accessible', async ({ page }) => {
  const problems = await inEveryLanguage(async (language) => {
    await page.setViewportSize({ width: WIDE, height: 800 })
    await openScreen(page, '/contact', { language })
    await page.locator('header summary:visible').click()
    await expect(page.locator('header details[open] a[data-language=pt]')).toBeVisible()
    return findAccessibilityProblems(page, [WIDE])
  })
  expect(problems).toEqual([])
})

test('the open menu of a small screen is accessible', async ({ page }) => {
  await page.setViewportSize({ width: SMALL, height: 800 })
  const problems = await inEveryLanguage(async (language) => {
    await openScreen(page, '/contact', { language })
    await page.locator('header summary:visible').click()
    await expect(page.locator('header details[open] a[data-language=pt]')).toBeVisible()
    return findAccessibilityProblems(page, [SMALL])
  })
  expect(problems).toEqual([])
})

test('the toast about an invalid address is accessible', async ({ page }) => {
  const problems = await inEveryLanguage(async (language) => {
    await openScreen(page, '/contact', { language })
    await page.locator('footer').getByRole('textbox').fill('nobody at all')
    await page.locator('footer').getByRole('textbox').press('Enter')
    await expect(page.getByRole('alert')).not.toBeEmpty()
    // A toast stays open while it has focus.
    await page.locator('section:has(> * [role=alert]) button').focus()
    return findAccessibilityProblems(page)
  })
  expect(problems).toEqual([])
})

test('the placeholder of a page that is loading is accessible', async ({ page }) => {
  // It has no words but those around it, which every page has.
  await page.route(/\.data(\?|$)/, () => {})
  await openScreen(page, '/news')
  for (const [shape, link] of [
    ['article', page.locator('main article h2 a').first()],
    ['featured', page.locator('header a').first()],
    ['card', page.locator('footer a[href^="/hack"]')],
  ] as const) {
    await link.click()
    await expect(page.locator(`[data-skeleton=${shape}]`).first()).toBeVisible()
    expect(await findAccessibilityProblems(page), shape).toEqual([])
  }
})

test('the error page is accessible', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 500|ErrorResponse|Nothing/)
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 500, body: 'Nothing' }))
  const problems = await inEveryLanguage(async (language) => {
    await openScreen(page, '/contact', { language })
    await page.locator('footer a[href^="/hack"]').click()
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('footer')).toHaveCount(0)
    return findAccessibilityProblems(page)
  })
  expect(problems).toEqual([])
})

test('the page of a confirmation that is being sent is accessible', async ({ page }) => {
  await page.route('**/rest/v1/rpc/*', () => {})
  const problems = await inEveryLanguage(async (language) => {
    await openScreen(page, '/confirm-subscription?token=on-its-way', { language })
    await expect(page.locator('main .animate-spin')).toBeVisible()
    return findAccessibilityProblems(page)
  })
  expect(problems).toEqual([])
})

test('the page of a successful confirmation is accessible', async ({ page }) => {
  const email = 'louis.reader@example.org'
  await openScreen(page, '/subscribe')
  await page.locator('main').getByRole('textbox').fill(email)
  await sendWithoutScripts(page)
  await expect(page.locator('main').getByRole('status')).not.toBeEmpty()

  await page.goto(await findMailedLink(sharedService(), { to: email, path: '/confirm-subscription' }))
  await expect(page.getByText('Email confirmed successfully!')).toBeVisible()
  const problems = await inEveryLanguage(async (language) => {
    // The link works once, so the page is not loaded again for the other languages.
    await page.setViewportSize({ width: WIDE, height: 800 })
    await page.locator('header summary:visible').click()
    await page.locator(`header details[open] a[data-language=${language}]`).click()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('main svg.text-green')).toBeVisible()
    return findAccessibilityProblems(page)
  })
  expect(problems).toEqual([])
})

test('the page for an invalid address sent without scripts is accessible', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400/)
  const problems = await inEveryLanguage(async (language) => {
    await openScreen(page, '/subscribe', { language })
    await page.locator('main').getByRole('textbox').fill('nobody at all')
    await sendWithoutScripts(page)
    await expect(page.locator('main').getByRole('textbox')).toHaveAccessibleDescription(/./)
    return findAccessibilityProblems(page)
  })
  expect(problems).toEqual([])
})

test('the search overlay is accessible while it loads, with results in English, and with an error', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500|PostgrestError/)
  const searchRequests = '**/rest/v1/articles*'
  const problems = await inEveryLanguage(async (language) => {
    await page.unrouteAll()
    await openScreen(page, '/contact', { language })
    await page.locator('header button[aria-haspopup=dialog]').click()
    const field = page.getByRole('combobox')
    await field.fill('synthetic images')
    await expect(page.getByRole('option')).toHaveCount(1)
    const found = await findAccessibilityProblems(page)
    await page.route(searchRequests, () => {})
    await field.fill('too slow')
    await expect(page.getByRole('option')).toHaveCount(0)
    found.push(...(await findProblemsOfKnownComponents(page)))
    // No failure that the client tries again, which would take seconds.
    await page.route(searchRequests, (route) => route.fulfill({ status: 500, json: { code: 'XX000' } }))
    await field.fill('broken')
    await expect(page.getByRole('dialog').locator('.text-red')).toBeVisible()
    return [...found, ...(await findProblemsOfKnownComponents(page))]
  })
  expect(problems).toEqual([])
})
