/** Remembered for the visit: a title and a text, each a line. */
const KEY = 'said-before'

/** Has the next page for readers show a message, except in browsers that block storage. */
export function sayOnNextPage(title: string, description: string): void {
  remember(KEY, `${title}\n${description}`)
}

/** Shows the message of the page before. */
export function sayWhatWasLeft(): void {
  const left = remembered(KEY)
  remember(KEY, null)
  if (left === null) return
  const [title = '', description] = left.split('\n')
  void import('#app/reader/toasts.tsx').then(({ announce }) =>
    announce({ title, description, variant: 'destructive' }),
  )
}

/** Remembers a value for this visit; null forgets it. Returns false in a browser that blocks storage for this site, which throws. */
export function remember(key: string, value: string | null): boolean {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Reads a value of this visit; null in a browser that blocks storage. */
export function remembered(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
