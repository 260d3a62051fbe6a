import type { Page } from '@playwright/test'
import { expectScripts } from './open-screen.ts'

/** Submits the form of the page without its scripts, and waits for the next page. */
export async function sendWithoutScripts(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.locator('main form').evaluate((form: HTMLFormElement) => form.submit())
  await loaded
  await expectScripts(page)
}
