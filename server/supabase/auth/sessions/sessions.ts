import { randomUUID } from 'node:crypto'
import type { Session } from '#server/platform/database/connection.ts'
import { sessionNotFound } from '#server/supabase/auth/auth-error.ts'
import type { FactorMethod } from '#server/supabase/auth/factors/factors.ts'
import { hashToken, newToken, type SessionClaims } from '#server/supabase/auth/tokens.ts'
import { USER_COLUMNS, type UserRow } from '#server/supabase/auth/users.ts'

/** The age at which a session ends and the user has to sign in again, even if it was used all the time. */
const SESSION_DAYS = 30
/** Per user. Beyond it the session that was unused longest ends, those without a second factor first. */
const MAX_SESSIONS = 100

/** The browser of a session, stored so that its user can recognise it. */
export interface Device {
  userAgent: string | null
  ip: string | null
}

/** The beginning of a session: with a password, or with an emailed link. */
export type SignInMethod = 'password' | 'recovery' | 'otp' | 'invite'

/** Starts a session, in a transaction that has authenticated its user. Returns it with its first refresh token. */
export async function startSession(
  sql: Session,
  { userId, method, device }: { userId: string; method: SignInMethod; device: Device },
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = randomUUID()
  const refreshToken = newToken()
  await sql`
    delete from auth.sessions where user_id = ${userId} and (not_after <= now() or id in (
      select id from auth.sessions where user_id = ${userId}
      order by aal is not distinct from 'aal2' desc, coalesce(refreshed_at at time zone 'utc', created_at) desc offset ${MAX_SESSIONS - 1}))`
  await sql`
    insert into auth.sessions (id, user_id, aal, not_after, user_agent, ip)
    values (${sessionId}, ${userId}, 'aal1', now() + make_interval(days => ${SESSION_DAYS}),
            ${device.userAgent}, ${device.ip})`
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, ${method})`
  await insertRefreshToken(sql, { token: hashToken(refreshToken), parent: null, sessionId, userId })
  return { sessionId, refreshToken }
}

export async function insertRefreshToken(
  sql: Session,
  row: { token: string; parent: string | null; sessionId: string; userId: string },
): Promise<void> {
  await sql`
    insert into auth.refresh_tokens (id, token, parent, session_id, user_id)
    values (${randomUUID()}, ${row.token}, ${row.parent}, ${row.sessionId}, ${row.userId})`
}

/** `aal2` only if both are `aal2`. */
export function lesserAal(one: unknown, other: unknown): string {
  return one === 'aal2' && other === 'aal2' ? 'aal2' : 'aal1'
}

/** A signed-in user, and the claims of the session. */
export interface SignedIn {
  user: UserRow
  session: SessionClaims
}

/** The user and the session are each null when they do not exist, or no longer. */
export async function findSignedIn(
  sql: Session,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<{ user: UserRow | null; session: SessionClaims | null }> {
  const [row] = await sql<(UserRow & { session: SessionClaims | null })[]>`
    select ${USER_COLUMNS},
      (select jsonb_build_object('id', s.id, 'aal', coalesce(s.aal, 'aal1'), 'amr', (
          select coalesce(jsonb_agg(jsonb_build_object('method', a.authentication_method,
            'timestamp', floor(extract(epoch from a.updated_at))) order by a.updated_at desc), '[]')
          from auth.mfa_amr_claims a where a.session_id = s.id))
        from auth.sessions s
        where s.id = ${sessionId} and s.user_id = u.id and (s.not_after is null or s.not_after > now())) as session
    from auth.users u where u.id = ${userId}`
  return { user: row ?? null, session: row?.session ?? null }
}

/** @throws when one of them is missing, which cannot happen in a transaction that has locked the session */
export async function getSignedIn(
  sql: Session,
  ids: { userId: string; sessionId: string },
): Promise<SignedIn> {
  const { user, session } = await findSignedIn(sql, ids)
  if (!user || !session) throw new Error(`There is no session ${ids.sessionId}`)
  return { user, session }
}

/** This session, every session of its user, or all but this one. */
export const LOGOUT_SCOPES = ['local', 'global', 'others'] as const
type LogoutScope = (typeof LOGOUT_SCOPES)[number]

/** Ends sessions of a user, and returns how many others than this one. Those with a second factor end only when `endsAal2` is set. */
export async function endSessions(
  sql: Session,
  which: { userId: string; sessionId: string; scope: LogoutScope; endsAal2: boolean },
): Promise<number> {
  const { userId, sessionId, scope, endsAal2 } = which
  const ended = await sql<{ id: string }[]>`
    delete from auth.sessions where user_id = ${userId}
      and (${scope}::text = 'global' or (id = ${sessionId}) = (${scope}::text = 'local'))
      and (${endsAal2} or id = ${sessionId} or aal is distinct from 'aal2')
    returning id`
  return ended.filter(({ id }) => id !== sessionId).length
}

/**
 * Locks the user and then the session of a request, and reads both again, because they may have changed since the request was
 * authenticated.
 * @throws AuthError when the session has ended
 */
export async function lockSignedIn(sql: Session, caller: SignedIn): Promise<SignedIn> {
  const ids = { userId: caller.user.id, sessionId: caller.session.id }
  await sql`select from auth.users where id = ${ids.userId} for no key update`
  await sql`select from auth.sessions where id = ${ids.sessionId} and user_id = ${ids.userId} for update`
  const { user, session } = await findSignedIn(sql, ids)
  if (!user || !session) throw sessionNotFound()
  return { user, session: { ...session, aal: lesserAal(session.aal, caller.session.aal) } }
}

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
  const refreshToken = newToken()
  await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}, refreshed_at = now() at time zone 'utc',
      user_agent = ${device.userAgent}, ip = ${device.ip}, updated_at = now() where id = ${ids.sessionId}`
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${ids.sessionId}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`
  await sql`delete from auth.refresh_tokens where session_id = ${ids.sessionId}`
  await insertRefreshToken(sql, { token: hashToken(refreshToken), parent: null, ...ids })
  await sql`
    delete from auth.sessions where user_id = ${ids.userId} and id <> ${ids.sessionId} and aal is distinct from 'aal2'`
  return { refreshToken, ...(await getSignedIn(sql, ids)) }
}
