import { remember, remembered } from '#app/reader/visit-storage.ts'

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
