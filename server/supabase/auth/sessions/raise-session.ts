import type { Session } from '#server/platform/database/connection.ts'
import type { FactorMethod } from '#server/supabase/auth/factors/factors.ts'
import { hashOf, newRefreshToken } from '#server/supabase/auth/sessions/refresh-token.ts'
import {
  type Device,
  getSignedIn,
  insertRefreshToken,
  type SignedIn,
} from '#server/supabase/auth/sessions/sessions.ts'

/**
 * Raises a session to `aal2`, in a transaction that has locked the user and the session. The session gets a fresh refresh token
 * that cannot be derived from earlier ones, so that an earlier token that was copied does not get `aal2`. The user's other `aal1`
 * sessions end.
 */
export async function raiseSession(
  sql: Session,
  proof: { caller: SignedIn; factorId: string; method: FactorMethod; device: Device },
): Promise<SignedIn & { refreshToken: string }> {
  const { factorId, method, device } = proof
  const ids = { userId: proof.caller.user.id, sessionId: proof.caller.session.id }
  const refreshToken = newRefreshToken()
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, refreshed_at = now() at time zone 'utc',
      user_agent = ${device.userAgent}, ip = ${device.ip}, updated_at = now() where id = ${ids.sessionId}`
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${ids.sessionId}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`
  await sql`delete from auth.refresh_tokens where session_id = ${ids.sessionId}`
  await insertRefreshToken(sql, { token: hashOf(refreshToken), parent: null, ...ids })
  await sql`
    delete from auth.sessions where user_id = ${ids.userId} and id <> ${ids.sessionId} and aal is distinct from 'aal2'`
  return { refreshToken, ...(await getSignedIn(sql, ids)) }
}
