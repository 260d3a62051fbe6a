import { plainClick } from '#app/reader/plain-click.ts'
import { remember, remembered } from '#app/reader/visit-storage.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'

/** Remembered for the visit: the home page is opened to scroll to its sign-up block. */
const SCROLL_TO = 'scroll-to'
const DELAY_AFTER_HOME_MS = 100
/** Remembered for the visit: the reader compares translations with their originals. */
const BESIDE = 'beside'

/** Links to the sign-up block scroll there smoothly; from another page they open the home page first. */
export function followNewsletterLinks(): void {
  const asked = remembered(SCROLL_TO)
  if (asked && location.pathname === '/') setTimeout(scrollTo, DELAY_AFTER_HOME_MS, asked)
  // A reload and the back button do not scroll again.
  remember(SCROLL_TO, null)
  document.addEventListener('click', (event) => {
    const link = plainClick(event)
    if (link?.dataset.scripted !== 'newsletter') return
    const { pathname, search, hash } = link
    event.preventDefault()
    if (location.pathname === pathname) scrollTo(hash)
    else if (remember(SCROLL_TO, hash)) location.assign(pathname + search)
    else location.assign(link.href)
  })
}

function scrollTo(hash: string): void {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const block = document.getElementById(hash.slice(1))
  block?.scrollIntoView({ behavior: reducedMotion ? 'auto' : 'smooth' })
  block?.focus({ preventScroll: true })
}

/**
 * Remembers for the visit that a reader has opened a translation beside its original, until they leave that: links lead to the next
 * translation beside its original too. Without scripts each page is opened by its own link.
 */
export function followBeside(): void {
  if (isBeside(location)) remember(BESIDE, 'en')
  else if (hasLeft()) remember(BESIDE, null)
  document.addEventListener('click', goBeside, true)
}

const isBeside = ({ search }: Pick<URL, 'search'>) => new URLSearchParams(search).has('beside')

/** Returns true if this page was opened from the same article beside its original. */
function hasLeft(): boolean {
  const before = URL.parse(document.referrer)
  return before?.pathname === location.pathname && isBeside(before)
}

function goBeside(event: MouseEvent): void {
  const link = plainClick(event)
  if (!link) return
  const { pathname, searchParams, hash } = new URL(link.href)
  // A link to the same article without the original is a reader's leaving.
  if (pathname === location.pathname || link.closest('.beside-leave')) return
  if (hash || remembered(BESIDE) === null) return
  if (!pathname.startsWith(ARTICLE_PREFIX) || !searchParams.has('lang') || searchParams.has('beside')) return
  searchParams.set('beside', 'en')
  link.href = `${pathname}?${searchParams}`
}
