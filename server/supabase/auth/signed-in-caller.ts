import type { Context } from 'hono'
import type { Session } from '#server/platform/database/connection.ts'
import type { HeaderReader } from '#server/platform/http/request-headers.ts'
import { AuthError, sessionNotFound } from '#server/supabase/auth/auth-error.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { findSignedIn, lesserAal, type SignedIn } from '#server/supabase/auth/sessions/sessions.ts'
import { isBanned } from '#server/supabase/auth/users.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The user and the session of a request's access token.
 * @throws AuthError when there is no valid token, or its session has ended
 */
export async function requireSignedIn(
  { sql, identify }: { sql: Session; identify: (headers: HeaderReader) => Promise<Caller> },
  c: Context,
): Promise<SignedIn> {
  const caller = await identify(c.req.raw.headers)
  if (caller.kind === 'refused') throw new AuthError(401, 'bad_jwt', caller.reason)
  if (caller.kind !== 'user') {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  const { session_id: sessionId = null } = caller.claims
  if (!UUID.test(caller.userId)) {
    throw new AuthError(401, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  }
  if (typeof sessionId !== 'string') throw sessionNotFound()
  if (!UUID.test(sessionId)) {
    throw new AuthError(401, 'bad_jwt', 'invalid claim: session_id claim must be a UUID')
  }
  const { user, session } = await findSignedIn(sql, { userId: caller.userId, sessionId })
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (!session) throw sessionNotFound()
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  // An old token keeps its `aal1` after the session was raised, and an `aal2` token loses it when the session fell back.
  return { user, session: { ...session, aal: lesserAal(session.aal, caller.claims.aal) } }
}

export function isUuid(text: string): boolean {
  return UUID.test(text)
}
