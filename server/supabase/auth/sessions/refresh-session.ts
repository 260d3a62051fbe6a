import type { Session, Sql } from '#server/platform/database/connection.ts'
import {
  type Device,
  getSignedIn,
  insertRefreshToken,
  type SignedIn,
} from '#server/supabase/auth/sessions/sessions.ts'
import { hashToken, type NextRefreshToken } from '#server/supabase/auth/tokens.ts'
import { isBanned } from '#server/supabase/auth/users.ts'

/** Tabs that wake up together refresh at the same time, and some still send the previous token. */
const GRACE_SECONDS = 10
/** The most refreshes of one session within the grace period. */
const MAX_STEPS = 256

export type Refreshed =
  | ({ outcome: 'refreshed'; refreshToken: string } & SignedIn)
  | { outcome: 'not_found' | 'already_used' | 'expired' | 'banned' }

interface TokenRow {
  token: string
  parent: string | null
  revoked: boolean
  /** True if it was used within the grace period. */
  is_recent: boolean
}

/**
 * Exchanges a refresh token for the next one. A token that was used before returns the active one if its response may have been
 * lost, or if it was used within the grace period. Otherwise it was copied, and the session ends.
 */
export function refreshSession(
  sql: Sql,
  { token, device, nextRefreshToken }: { token: string; device: Device; nextRefreshToken: NextRefreshToken },
): Promise<Refreshed> {
  return sql.transaction(async (transaction) => {
    const presented = hashToken(token)
    const session = await lockSession(transaction, presented)
    if (!session) return { outcome: 'not_found' }
    if (session.has_ended) return { outcome: 'expired' }

    const ids = { sessionId: session.id, userId: session.user_id }
    const tokens = await transaction<TokenRow[]>`
      select token, parent, revoked, updated_at > clock_timestamp() - make_interval(secs => ${GRACE_SECONDS}) as is_recent
      from auth.refresh_tokens where session_id = ${session.id} and (token = ${presented} or not revoked)`
    const used = tokens.find((row) => row.token === presented)
    const active = tokens.find((row) => !row.revoked)
    if (!used) return { outcome: 'not_found' }

    const signedIn = await getSignedIn(transaction, ids)
    if (isBanned(signedIn.user)) return { outcome: 'banned' }

    let next: string | null
    if (used === active) {
      next = nextRefreshToken(token, session.id)
      await rotate(transaction, { used: presented, next: hashToken(next), ...ids })
    } else {
      const isLostResponse = active?.parent === used.token
      next = active && (isLostResponse || used.is_recent) ? findActive(active.token) : null
    }
    if (next === null) {
      await transaction`delete from auth.sessions where id = ${session.id}`
      return { outcome: 'already_used' }
    }
    await noteUse(transaction, session.id, device)
    return { outcome: 'refreshed', refreshToken: next, ...signedIn }

    /** Derives the tokens after this one until it reaches the active one. */
    function findActive(hash: string): string | null {
      let candidate = token
      for (let step = 0; step < MAX_STEPS; step++) {
        candidate = nextRefreshToken(candidate, ids.sessionId)
        if (hashToken(candidate) === hash) return candidate
      }
      return null
    }
  })
}

/** Serialises concurrent refreshes of one session, across all processes. */
async function lockSession(sql: Session, hash: string) {
  const [session] = await sql<{ id: string; user_id: string; has_ended: boolean }[]>`
    select id, user_id, coalesce(not_after <= clock_timestamp(), false) as has_ended
    from auth.sessions where id = (select session_id from auth.refresh_tokens where token = ${hash})
    for update`
  return session ?? null
}

async function rotate(
  sql: Session,
  { used, next, ...ids }: { used: string; next: string; sessionId: string; userId: string },
): Promise<void> {
  await sql`
    update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token = ${used}`
  await insertRefreshToken(sql, { token: next, parent: used, ...ids })
}

async function noteUse(sql: Session, sessionId: string, { userAgent, ip }: Device): Promise<void> {
  await sql`
    update auth.sessions set refreshed_at = now() at time zone 'utc', user_agent = ${userAgent}, ip = ${ip},
      updated_at = now() where id = ${sessionId}`
}
