import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'
import { findAccessibilityProblems } from './support/find-accessibility-problems.ts'
import { expect, type Page, test } from './support/test.ts'

const WIDTHS = [1280, 375]
const NARROWEST = 320

// Without motion, so that no colour is on its way to another.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const SCREENS = [
  { name: 'the home page', path: '/' },
  { name: 'Business', path: '/business' },
  { name: 'Technology', path: '/tech' },
  { name: 'Opinion', path: '/opinion' },
  { name: 'Hack', path: '/hack' },
  { name: 'News Hub', path: '/news' },
  { name: 'an article that is not there', path: '/article/nothing-here', status: 404 },
  { name: 'a category that is not there', path: '/gossip', status: 404 },
  { name: 'a page that is not there', path: '/a/b/c', status: 404 },
  { name: 'About', path: '/about' },
  { name: 'Contact', path: '/contact' },
  { name: 'Privacy', path: '/privacy' },
  { name: 'Terms', path: '/terms' },
  { name: 'the disclaimer', path: '/disclaimer' },
  { name: 'the newsletter', path: '/newsletter' },
  { name: 'signing up without scripts', path: '/subscribe' },
  { name: 'a confirmation that failed', path: '/confirm-subscription' },
  { name: 'the login', path: '/admin' },
]

for (const { name, path, status = 200 } of SCREENS) {
  test(`${name} (${path}) is accessible`, async ({ page, expectConsoleError }) => {
    if (status !== 200) expectConsoleError(/status of 404/)
    const problems: string[] = []
    for (const language of LANGUAGE_CODES) {
      await open(page, path, language, status)
      problems.push(...(await problemsOf(page, language)))
    }
    expect(problems).toEqual([])
  })
}

async function open(page: Page, path: string, language: Language, status = 200): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const response = await page.goto(localizedPath(path, language))
  expect(response?.status()).toBe(status)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('html')).toHaveClass('dark')
  await hydrated(page)
}

/** The button of an empty sign-up form is disabled by script, that of the login enabled. */
async function hydrated(page: Page): Promise<void> {
  await expect(
    page.locator('footer form button:disabled').or(page.locator('main form[aria-busy] button:enabled')),
  ).toBeVisible()
}

async function problemsOf(page: Page, language: Language, widths = WIDTHS): Promise<string[]> {
  const problems = await findAccessibilityProblems(page, widths)
  await page.setViewportSize({ width: NARROWEST, height: 800 })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) problems.push(`${overflow} px wider than a window of ${NARROWEST} px`)
  return problems.map((problem) => `${language}: ${problem}`)
}
