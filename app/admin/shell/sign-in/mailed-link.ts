import { replace } from 'react-router'
import { unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { browserClient } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'

/** The token of the mailed link that was opened last, and the path it belongs to. A reload loses it. */
const tokens = new Map<string, string>()

/**
 * The token of a mailed link. It is removed from the address bar and the history first, and kept in memory until
 * `forgetLinkToken`. Null when there is none.
 */
function takeLinkToken(url: string): string | null {
  const address = new URL(url)
  const { pathname, searchParams } = address
  const token = searchParams.get('token_hash')
  if (token === null) return tokens.get(pathname) ?? null
  if (token) tokens.set(pathname, token)
  searchParams.delete('token_hash')
  const cleaned = pathname + address.search
  window.history.replaceState(window.history.state, '', cleaned)
  // The router has the whole address until it is given another one.
  throw replace(cleaned)
}

/** To be called after the link was used. */
function forgetLinkToken(): void {
  tokens.clear()
}

type LinkType = 'recovery' | 'magiclink' | 'invite'

/**
 * Exchanges the token of a mailed link for a session. A user who was signed in before is signed out, but only after the token
 * was accepted.
 * @throws AuthError
 */
export async function exchangeLinkToken(client: Client, type: LinkType, token: string): Promise<void> {
  const { session: before } = unwrap(await client.auth.getSession())
  unwrap(await client.auth.verifyOtp({ type, token_hash: token }))
  forgetLinkToken()
  if (!before) return
  const { error } = await client.auth.admin.signOut(before.access_token, 'local')
  if (error) console.warn('The session that was here before could not be ended', error)
}

export interface LinkPage {
  client: Client
  /** Null when the address had none, or after a reload. */
  token: string | null
  /** True if the present session was started with such a link, which then has been used. */
  isOpened: boolean
  /** The user who is signed in already. */
  signedInAs: string | null
}

/** The data of a page that a mailed link leads to. It sends no request, so opening the page does not use up the link. */
export async function loadLinkPage(url: string, method: 'recovery' | 'invite' | 'otp'): Promise<LinkPage> {
  const client = browserClient()
  const token = takeLinkToken(url)
  const { session } = (await client.auth.getSession()).data
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  const methods = data?.currentAuthenticationMethods ?? []
  const isOpened = methods.some((entry) => typeof entry === 'object' && entry.method === method)
  return { client, token, isOpened, signedInAs: session?.user.email ?? null }
}
