import { replace } from 'react-router'

/** The token of the mailed link that was opened last, by the page it leads to. A reload forgets it. */
const held = new Map<string, string>()

/**
 * The token of a mailed link. It leaves the address bar, and with it the history, before anything else happens, and is
 * kept in memory until `forgetLinkToken`. Null when there is none, or none any more.
 */
export function takeLinkToken(url: string): string | null {
  const { pathname, searchParams } = new URL(url)
  if (searchParams.size === 0) return held.get(pathname) ?? null
  const token = searchParams.get('token_hash')
  if (token) held.set(pathname, token)
  window.history.replaceState(window.history.state, '', pathname)
  // The router still knows the whole address, until it has been told another.
  throw replace(pathname)
}

/** After the link has been spent. */
export function forgetLinkToken(): void {
  held.clear()
}
