import type { Session } from '#server/platform/database/connection.ts'
import { findSignedIn, lesserAal, type SignedIn } from '#server/supabase/auth/sessions/sessions.ts'
import { sessionNotFound } from '#server/supabase/auth/signed-in-caller.ts'

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
