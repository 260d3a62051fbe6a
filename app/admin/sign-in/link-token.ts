import { replace } from 'react-router'

/** The token of the mailed link that was opened last, by the page it leads to. A reload forgets it. */
const held = new Map<string, string>()

/**
 * The token of a mailed link. It leaves the address bar, and with it the history, before anything else happens, and is
 * held in memory until `forgetLinkToken`. Null when there is none, or none any more.
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
  // The router still knows the whole address, until it has been told another.
  throw replace(cleaned)
}

/** After the link has been spent. */
export function forgetLinkToken(): void {
  held.clear()
}
