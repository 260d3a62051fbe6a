import type { Page } from '@playwright/test'
import { expectScripts } from './open-screen.ts'

/** Sends the form of the page as a browser does by itself, and waits for the page that answers. */
export async function sendWithoutScripts(page: Page): Promise<void> {
  const answered = page.waitForEvent('load')
  await page.locator('main form').evaluate((form: HTMLFormElement) => form.submit())
  await answered
  await expectScripts(page)
}
