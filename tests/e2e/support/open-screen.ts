import { expect, type Page } from '@playwright/test'
import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'

/** Opens a screen in the dark, as the system asks for it, and waits until its scripts are at work. */
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

/** Scripts switch the button of an empty sign-up form off, and that of the login on. */
export async function expectScripts(page: Page): Promise<void> {
  const signUp = page.locator('footer form button:disabled')
  await expect(signUp.or(page.locator('main form[aria-busy] button[type=submit]:enabled'))).toBeVisible()
}

/** Everything that `look` finds in any of the six languages. */
export async function inEveryLanguage(look: (language: Language) => Promise<string[]>): Promise<string[]> {
  const problems: string[] = []
  for (const language of LANGUAGE_CODES) {
    for (const problem of await look(language)) problems.push(`${language}: ${problem}`)
  }
  return problems
}
