import { expect, type Page } from '@playwright/test'
import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'

/** Opens a screen with the dark theme of the system, and waits until it is hydrated. */
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

/** Waits for hydration, which disables the button of an empty sign-up form. */
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
