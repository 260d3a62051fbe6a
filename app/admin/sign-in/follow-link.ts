import { unwrap } from '#app/admin/errors/classify-error.ts'
import { forgetLinkToken } from '#app/admin/sign-in/link-token.ts'
import type { Client } from '#core/data/client.ts'

export type LinkType = 'recovery' | 'magiclink' | 'invite'

/**
 * Exchanges the token of a mailed link for a session. A user who was signed in before is signed out, but only after the token
 * was accepted.
 * @throws AuthError
 */
export async function followLink(client: Client, type: LinkType, token: string): Promise<void> {
  const { session: before } = unwrap(await client.auth.getSession())
  unwrap(await client.auth.verifyOtp({ type, token_hash: token }))
  forgetLinkToken()
  if (!before) return
  const { error } = await client.auth.admin.signOut(before.access_token, 'local')
  if (error) console.warn('The session that was here before could not be ended', error)
}
