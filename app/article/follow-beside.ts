import { dataRouter } from '#app/document/data-router.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'

/** In the storage of the visit: the reader compares translations with their originals. */
const KEY = 'beside'

/**
 * Remembers for the visit that a reader has opened a translation beside its original, until they leave that: links lead to the next
 * translation beside its original too. Without scripts each page is opened by its own link.
 */
export function followBeside(): void {
  if (isBeside(location)) store(true)
  else if (hasLeft()) store(false)
  document.addEventListener('click', onClick, true)
}

const isBeside = ({ search }: Pick<URL, 'search'>) => new URLSearchParams(search).has('beside')

/** Whether this page was opened from the same article beside its original. */
function hasLeft(): boolean {
  const before = URL.parse(document.referrer)
  return before?.pathname === location.pathname && isBeside(before)
}

function onClick(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a')
  const { defaultPrevented, metaKey, ctrlKey, shiftKey, altKey } = event
  if (!link || link.target || defaultPrevented || metaKey || ctrlKey || shiftKey || altKey) return
  const { origin, pathname, searchParams, hash } = new URL(link.href, location.href)
  // The same article without the original: the reader leaves. While another page is loading, the address is that page's.
  if (pathname === location.pathname || link.closest('.beside-leave')) return
  if (origin !== location.origin || hash || !isStored()) return
  if (!pathname.startsWith(ARTICLE_PREFIX) || !searchParams.has('lang') || searchParams.has('beside')) return
  const router = dataRouter()
  if (!router) return
  event.preventDefault()
  searchParams.set('beside', 'en')
  void router.navigate(`${pathname}?${searchParams}`)
}

/** Browsers that block storage for this site throw. */
function store(isOn: boolean): void {
  try {
    if (isOn) sessionStorage.setItem(KEY, 'en')
    else sessionStorage.removeItem(KEY)
  } catch {}
}

function isStored(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}
