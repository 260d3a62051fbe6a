import { unwrap } from '#app/admin/errors/unwrap.ts'
import { forgetLinkToken } from '#app/admin/sign-in/link-token.ts'
import type { Client } from '#core/data/client.ts'

export type LinkType = 'recovery' | 'magiclink' | 'invite'

/**
 * Spends a mailed link for a session in this browser. Whoever was signed in here before is signed out, but only once the
 * link has proved to be good.
 * @throws AuthError
 */
export async function spendLink(client: Client, type: LinkType, token: string): Promise<void> {
  const { session: before } = unwrap(await client.auth.getSession())
  unwrap(await client.auth.verifyOtp({ type, token_hash: token }))
  forgetLinkToken()
  if (!before) return
  const { error } = await client.auth.admin.signOut(before.access_token, 'local')
  if (error) console.warn('The session that was here before could not be ended', error)
}
