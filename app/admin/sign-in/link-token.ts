import { replace } from 'react-router'

/** The token of the mailed link that was opened last, and the path it belongs to. A reload loses it. */
const held = new Map<string, string>()

/**
 * The token of a mailed link. It is removed from the address bar and the history first, and held in memory until
 * `forgetLinkToken`. Null when there is none.
 */
export function takeLinkToken(url: string): string | null {
  const address = new URL(url)
  const { pathname, searchParams } = address
  const token = searchParams.get('token_hash')
  if (token === null) return held.get(pathname) ?? null
  if (token) held.set(pathname, token)
  searchParams.delete('token_hash')
  const cleaned = pathname + address.search
  window.history.replaceState(window.history.state, '', cleaned)
  // The router has the whole address until it is given another one.
  throw replace(cleaned)
}

/** To be called after the link was used. */
export function forgetLinkToken(): void {
  held.clear()
}
