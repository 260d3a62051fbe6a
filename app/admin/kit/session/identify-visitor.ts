import { isRateLimited, isSessionExpired, isTemporary } from '#app/admin/kit/errors/classify-error.ts'
import { needsSecondFactor } from '#app/admin/kit/session/sign-in.ts'
import { listMySessions } from '#core/data/accounts.ts'
import type { Client } from '#core/data/client.ts'
import { findMyMembership } from '#core/data/members.ts'
import type { MyMembership } from '#core/domain/role.ts'

export type Visitor =
  | { kind: 'unauthenticated' }
  /** Signed in with the password, but not yet with the second factor. */
  | { kind: 'needs_second_factor'; email: string }
  /** Signed in, without a role at the desk. */
  | { kind: 'not_member'; email: string }
  | { kind: 'member'; email: string; member: MyMembership }

/** The time for which the result of a check is reused, and so the time until a session that was ended elsewhere is noticed. */
const TRUST_MS = 15_000

let lastCheck: { accessToken: string; member: MyMembership | null; at: number } | undefined

/**
 * Finds out who is signed in, and what they may do. When the check fails for another reason than a temporary one, the user counts as one
 * without a role.
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
      const member = await findMyMembership(client)
      // To the database a session that has ended looks like none.
      if (!member) {
        await hasSessionEnded(client)
        if ((await accessTokenOf(client)) !== accessToken) return identifyVisitor(client, { trustMs })
      }
      lastCheck = { accessToken, member, at: Date.now() }
    } catch (error) {
      // Too many requests say nothing about the user.
      if (isTemporary(error) || isRateLimited(error)) throw error
      if (isSessionExpired(error)) {
        await removeSession(client, accessToken)
        return identifyVisitor(client, { trustMs })
      }
      console.error('The role could not be found out', error)
      return { kind: 'not_member', email }
    }
  }
  const { member } = lastCheck
  return member ? { kind: 'member', email, member } : { kind: 'not_member', email }
}

/** Makes the next check ask the server, because the role may have changed. */
export function forgetLastCheck(): void {
  lastCheck = undefined
}

/** The token of the session; undefined without one. */
export async function accessTokenOf(client: Client): Promise<string | undefined> {
  return (await client.auth.getSession()).data.session?.access_token
}

/**
 * Asks the server whether the session has ended, and removes it if so.
 * @throws when there is no response, or a temporary error
 */
export async function hasSessionEnded(client: Client): Promise<boolean> {
  const accessToken = await accessTokenOf(client)
  if (!accessToken) return true
  if (await needsSecondFactor(client)) return false
  try {
    // `getUser` of the client would remove whatever session there is when the response comes.
    if ((await listMySessions(client)).length > 0) return false
  } catch (error) {
    if (isTemporary(error)) throw error
    if (!isSessionExpired(error)) return false
  }
  await removeSession(client, accessToken)
  return hasSessionEnded(client)
}

/** Removes the session with this token, and none that has begun since. */
async function removeSession(client: Client, accessToken: string): Promise<void> {
  if ((await accessTokenOf(client)) === accessToken) await client.auth.signOut({ scope: 'local' })
}
