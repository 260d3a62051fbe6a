/*
 * The open search is an entry of its own in the history, so that Back closes it. However it is closed, the entry is left again.
 */

/** The time that the browser has to go back. */
const BACK_TIMEOUT_MS = 1000

/** Closes the search; null while it is closed. */
let close: (() => void) | null = null
/** Set while the browser goes back because we asked it to. */
let leaving: PromiseWithResolvers<void> | null = null
let isListening = false

/** Adds the entry. `onBack` is called when the reader goes back. */
export function enterSearch(onBack: () => void): void {
  close = onBack
  if (!isListening) window.addEventListener('popstate', onPopState)
  isListening = true
  settle()
}

/** Leaves the entry if it is the present one; resolves when that of the page is. */
export async function leaveSearch(): Promise<void> {
  close = null
  settle()
  await leaving?.promise
}

/** Adds or leaves the entry. While the browser goes back it does neither, and is called again afterwards. */
function settle(): void {
  const { state } = history
  const isOpen = close !== null
  if (leaving || isOpen === isOfSearch(state)) return
  if (isOpen) {
    history.pushState({ ...state, search: true }, '')
    return
  }
  const left = Promise.withResolvers<void>()
  leaving = left
  history.back()
  setTimeout(() => {
    if (leaving === left) leaving = null
    left.resolve()
  }, BACK_TIMEOUT_MS)
}

function onPopState(event: PopStateEvent): void {
  if (leaving && !isOfSearch(event.state)) {
    leaving.resolve()
    leaving = null
  } else {
    close?.()
    close = null
  }
  // Forward leads to an entry that was left: it opens nothing, and is left again.
  settle()
}

function isOfSearch(state: { search?: boolean } | null): boolean {
  return state?.search === true
}
