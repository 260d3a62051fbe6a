import { takeLinkToken } from '#app/admin/sign-in/link-token.ts'
import { browserClient } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'

export interface LinkPage {
  client: Client
  /** Null when the address had none, or it was forgotten by a reload. */
  token: string | null
  /** Whether the session that is here began by such a link, which then has been spent. */
  isOpened: boolean
  /** Whoever is signed in here already. */
  signedInAs: string | null
}

/** What a page behind a mailed link needs; nothing is asked of the server, so that looking at it spends nothing. */
export async function loadLinkPage(url: string, method: 'recovery' | 'invite' | 'otp'): Promise<LinkPage> {
  const client = browserClient()
  const token = takeLinkToken(url)
  const { session } = (await client.auth.getSession()).data
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  const methods = data?.currentAuthenticationMethods ?? []
  const isOpened = methods.some((entry) => typeof entry === 'object' && entry.method === method)
  return { client, token, isOpened, signedInAs: session?.user.email ?? null }
}
