import { expect } from 'vitest'

let shown: string[] = []

/** Writes down the toasts of a test, because one disappears after four seconds, or when there is a newer one. */
export function recordToasts(): () => void {
  shown = []
  const observer = new MutationObserver(() => {
    const text = document.querySelector('.toasts')?.textContent
    if (text && shown.at(-1) !== text) shown.push(text)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return () => observer.disconnect()
}

/** Waits for a toast, which may have disappeared already. The next call for the same text waits for another one. */
export async function expectToast(text: string | RegExp): Promise<void> {
  const isMeant = (toast: string) => (typeof text === 'string' ? toast.includes(text) : text.test(toast))
  await expect
    .poll(() => shown, { message: `a toast with ${text}` })
    .toSatisfy((toasts: string[]) => toasts.some(isMeant))
  shown.splice(shown.findIndex(isMeant), 1)
}
