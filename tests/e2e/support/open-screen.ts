import { expect, type Locator, type Page } from '@playwright/test'
import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'

/** Opens a screen with the dark theme of the system, and waits for its script. */
export async function openScreen(
  page: Page,
  path: string,
  { language = 'en', status = 200 }: { language?: Language; status?: number } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const response = await page.goto(localizedPath(path, language))
  expect(response?.status()).toBe(status)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('html')).toHaveClass('dark')
  await expectScripts(page)
}

/** Has the browser load no page ahead of a click, so that `followInVain` can hold one back. */
export async function loadNothingAhead(page: Page): Promise<void> {
  await page.route('**/speculation-rules.json', (route) =>
    route.fulfill({ contentType: 'application/speculationrules+json', body: '{}' }),
  )
}

/** Follows a link to a page that does not come, until something is shown in its place. */
export async function followInVain(page: Page, link: Locator, placeholder: string): Promise<void> {
  // Told by the page, because everything that asks it would wait for the next one.
  const shown = page.waitForEvent('console', (message) => message.text() === placeholder)
  await page.evaluate((selector) => {
    const tell = () => document.querySelector(selector)?.checkVisibility() && console.debug(selector)
    new MutationObserver(tell).observe(document.body, { childList: true, subtree: true })
  }, placeholder)
  await page.route('**', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    await shown
    await route.abort('aborted')
  })
  await link.click({ noWaitAfter: true })
  await shown
  await page.unroute('**')
}

/** Waits for the script of readers, which disables the button of an empty sign-up form. */
export async function expectScripts(page: Page): Promise<void> {
  await expect(page.locator('footer form button:disabled')).toBeVisible()
}

/** The problems that `look` finds in each of the six languages. */
export async function inEveryLanguage(look: (language: Language) => Promise<string[]>): Promise<string[]> {
  const problems: string[] = []
  for (const language of LANGUAGE_CODES) {
    for (const problem of await look(language)) problems.push(`${language}: ${problem}`)
  }
  return problems
}
