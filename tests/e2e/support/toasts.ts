import { expect, type Page } from './test.ts'

declare global {
  interface Window {
    shownToasts?: string[]
  }
}

/**
 * Lets a page write down its toasts, because one disappears after four seconds, or when there is a newer one. No script of the
 * context does it, because that would also be run in sandboxed frames, which complain in the console.
 */
export function recordToasts(page: Page): void {
  page.on('domcontentloaded', () => {
    // The next page may be on its way already.
    page.evaluate(observeToasts).catch(() => {})
  })
}

function observeToasts(): void {
  const shown: string[] = []
  window.shownToasts = shown
  const write = () => {
    const text = document.querySelector('.toasts')?.textContent
    if (text) shown.push(text)
  }
  write()
  new MutationObserver((changes) => {
    const isInToasts = ({ target }: MutationRecord) => target instanceof Element && target.closest('.toasts')
    if (changes.some((change) => change.addedNodes.length > 0 && isInToasts(change))) write()
  }).observe(document, { subtree: true, childList: true })
}

/** Waits for a toast, which may have disappeared in the meantime. The next call for the same text waits for another one. */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    const { isShown, others } = await page.evaluate((wanted) => {
      const shown = window.shownToasts ?? []
      const index = shown.findIndex((toast) =>
        typeof wanted === 'string' ? toast.includes(wanted) : wanted.test(toast),
      )
      if (index >= 0) shown.splice(index, 1)
      return { isShown: index >= 0, others: shown }
    }, text)
    expect(isShown, `a toast with ${text}; there were ${JSON.stringify(others)}`).toBe(true)
  }).toPass({ timeout: 20_000 })
}
