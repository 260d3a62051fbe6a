import { takeLinkToken } from '#app/admin/sign-in/link-token.ts'
import { browserClient } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'

export interface LinkPage {
  client: Client
  /** Null when the address had none, or after a reload. */
  token: string | null
  /** Whether the present session was started with such a link, which then has been used. */
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
