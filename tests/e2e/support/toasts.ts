import type { BrowserContext } from '@playwright/test'
import { expect, type Page } from './test.ts'

declare global {
  interface Window {
    shownToasts: string[]
  }
}

/** Lets pages write down every toast, because one disappears after four seconds, or when there is a newer one. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.shownToasts = []
    const observer = new MutationObserver((changes) => {
      const toasts = document.querySelector('.toasts')
      const isNew = changes.some(
        ({ target, addedNodes }) => addedNodes.length > 0 && toasts?.contains(target),
      )
      const text = isNew ? toasts?.textContent : ''
      if (text) window.shownToasts.push(text)
    })
    observer.observe(document, { subtree: true, childList: true })
  })
}

/** Waits for a toast, which may have disappeared meanwhile. The next call for the same text waits for another one. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    const { isShown, others } = await page.evaluate((wanted) => {
      const index = window.shownToasts.findIndex((shown) =>
        typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown),
      )
      if (index >= 0) window.shownToasts.splice(index, 1)
      return { isShown: index >= 0, others: window.shownToasts }
    }, text)
    expect(isShown, `a toast with ${text}; there were ${JSON.stringify(others)}`).toBe(true)
  }).toPass({ timeout: 20_000 })
}
