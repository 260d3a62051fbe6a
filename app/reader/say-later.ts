/** In the storage of the visit: a title and a text, each a line. */
const KEY = 'said-before'

/** Has the next page for readers say something. Browsers that block storage for this site throw, and nothing is said. */
export function sayOnNextPage(title: string, description: string): void {
  try {
    sessionStorage.setItem(KEY, `${title}\n${description}`)
  } catch {}
}

/** Says what the page before has left to say. */
export function sayWhatWasLeft(): void {
  let left: string | null = null
  try {
    left = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
  } catch {}
  if (left === null) return
  const [title = '', description] = left.split('\n')
  void import('#app/reader/toasts.tsx').then(({ announce }) =>
    announce({ title, description, variant: 'destructive' }),
  )
}
