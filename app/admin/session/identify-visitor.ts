import { isRateLimited, isSessionExpired, isTemporary } from '#app/admin/errors/classify-error.ts'
import { needsSecondFactor } from '#app/admin/session/sign-in.ts'
import { isAdministrator } from '#core/data/accounts.ts'
import type { Client } from '#core/data/client.ts'

export type Visitor =
  | { kind: 'unauthenticated' }
  /** Signed in with the password, but not yet with the second factor. */
  | { kind: 'needs_second_factor'; email: string }
  | { kind: 'not_admin' }
  | { kind: 'admin'; email: string }

/** How long the result of a check is reused, and so the time until a session that was ended elsewhere is noticed. */
const TRUST_MS = 15_000

let lastCheck: { accessToken: string; isAdmin: boolean; at: number } | undefined

/**
 * Finds out who is signed in. When the check fails for another reason than a temporary one, the user counts as no administrator.
 * @throws when there is no response, a temporary error, or too many requests
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
      // To the database a session that has ended looks like none.
      if (!isAdmin && (await hasSessionEnded(client))) return { kind: 'unauthenticated' }
      lastCheck = { accessToken, isAdmin, at: Date.now() }
    } catch (error) {
      // Too many requests say nothing about the user.
      if (isTemporary(error) || isRateLimited(error)) throw error
      if (isSessionExpired(error)) {
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
 * Asks the server whether the session has ended, and removes it if so.
 * @throws when there is no response, or a temporary error
 */
export async function hasSessionEnded(client: Client): Promise<boolean> {
  const { error } = await client.auth.getUser()
  if (!error) return false
  if (isSessionExpired(error)) {
    await client.auth.signOut({ scope: 'local' })
    return true
  }
  if (isTemporary(error)) throw error
  return false
}
