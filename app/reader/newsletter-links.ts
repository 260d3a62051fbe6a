/** In the storage of the visit: the home page is opened to scroll to its sign-up block. */
const KEY = 'scroll-to'
const DELAY_AFTER_HOME_MS = 100

/** Links to the sign-up block scroll there smoothly; from another page they open the home page first. */
export function followNewsletterLinks(): void {
  // The request is gone then, so that a reload and the back button do not scroll again.
  const asked = take()
  if (asked) setTimeout(scrollTo, DELAY_AFTER_HOME_MS, asked)
  document.addEventListener('click', (event) => {
    const { target, metaKey, ctrlKey, shiftKey, altKey } = event
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[data-scripted=newsletter]')
    if (!link || metaKey || ctrlKey || shiftKey || altKey) return
    const { origin, pathname, search, hash } = link
    if (origin !== location.origin) return
    event.preventDefault()
    if (location.pathname === pathname) scrollTo(hash)
    else if (ask(hash)) location.assign(pathname + search)
    else location.assign(link.href)
  })
}

function scrollTo(hash: string): void {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const block = document.getElementById(hash.slice(1))
  block?.scrollIntoView({ behavior: reducedMotion ? 'auto' : 'smooth' })
  block?.focus({ preventScroll: true })
}

/** Browsers that block storage for this site throw. */
function ask(hash: string): boolean {
  try {
    sessionStorage.setItem(KEY, hash)
    return true
  } catch {
    return false
  }
}

function take(): string | null {
  try {
    const asked = location.pathname === '/' ? sessionStorage.getItem(KEY) : null
    sessionStorage.removeItem(KEY)
    return asked
  } catch {
    return null
  }
}
