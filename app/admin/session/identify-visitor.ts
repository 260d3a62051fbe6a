import { isTemporary, saysSessionEnded } from '#app/admin/errors/classify-error.ts'
import { needsSecondFactor } from '#app/admin/session/second-factor.ts'
import type { Client } from '#core/data/client.ts'
import { isAdministrator } from '#core/data/user-roles.ts'

export type Visitor =
  | { kind: 'unauthenticated' }
  /** The password was right, and there is a second factor to show. */
  | { kind: 'needs_second_factor'; email: string }
  | { kind: 'not_admin' }
  | { kind: 'admin'; email: string }

/** For so long an administrator is not asked about again; then a session that ended elsewhere is found out. */
const TRUST_MS = 15_000

let lastCheck: { accessToken: string; isAdmin: boolean; at: number } | undefined

/**
 * Who sits at this browser. A check that fails counts as not being an administrator, until it is asked again.
 * @throws when nobody can answer at the moment
 */
export async function identifyVisitor(client: Client, { trustMs = TRUST_MS } = {}): Promise<Visitor> {
  const { data, error } = await client.auth.getSession()
  if (error && isTemporary(error)) throw error
  if (!data.session) return { kind: 'unauthenticated' }
  const { access_token: accessToken, user } = data.session
  const email = user.email ?? ''
  if (await needsSecondFactor(client)) return { kind: 'needs_second_factor', email }
  const isKnown = lastCheck?.accessToken === accessToken && Date.now() - lastCheck.at < trustMs
  if (!lastCheck || !isKnown) {
    lastCheck = undefined
    try {
      const isAdmin = await isAdministrator(client, user.id)
      // The database tells nobody's session from one that has ended.
      if (!isAdmin && (await hasSessionEnded(client))) return { kind: 'unauthenticated' }
      lastCheck = { accessToken, isAdmin, at: Date.now() }
    } catch (error) {
      if (isTemporary(error)) throw error
      if (saysSessionEnded(error)) {
        await client.auth.signOut({ scope: 'local' })
        return { kind: 'unauthenticated' }
      }
      console.error('The admin check failed', error)
      return { kind: 'not_admin' }
    }
  }
  return lastCheck?.isAdmin ? { kind: 'admin', email } : { kind: 'not_admin' }
}

/**
 * Asks the server whether the session of this browser is over, and forgets it if so.
 * @throws when nobody can answer at the moment
 */
export async function hasSessionEnded(client: Client): Promise<boolean> {
  const { error } = await client.auth.getUser()
  if (!error) return false
  if (saysSessionEnded(error)) {
    await client.auth.signOut({ scope: 'local' })
    return true
  }
  if (isTemporary(error)) throw error
  return false
}
