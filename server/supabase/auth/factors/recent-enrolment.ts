import type { Session } from '#server/platform/database/connection.ts'
import { AuthError } from '#server/supabase/auth/auth-error.ts'
import { type FactorJson, factorNotFound, hasVerifiedFactor } from '#server/supabase/auth/factors/factors.ts'
import type { SignedIn } from '#server/supabase/auth/sessions/sessions.ts'

/** An enrolment that is older and was never verified has no effect any more, and is deleted. */
export const UNVERIFIED_MINUTES = 15
/** An older session without a second factor may be somebody else's by now. */
const RECENT_SIGN_IN_MINUTES = 15

/** @throws AuthError when the session began too long ago to set up a first second factor */
export async function requireRecentSignIn(sql: Session, sessionId: string): Promise<void> {
  const [recent] = await sql`
    select from auth.mfa_amr_claims
    where session_id = ${sessionId} and updated_at > now() - make_interval(mins => ${RECENT_SIGN_IN_MINUTES}) limit 1`
  if (!recent)
    throw new AuthError(400, 'reauthentication_needed', 'Sign in again to set up the first second factor.')
}

/**
 * Checks the conditions of an enrolment again when a factor is verified.
 * @throws AuthError
 */
export async function requireRecentEnrolment(
  sql: Session,
  factor: FactorJson,
  { user, session }: SignedIn,
): Promise<void> {
  if (factor.status === 'verified') return
  const [recent] = await sql`
    select from auth.mfa_factors
    where id = ${factor.id} and created_at > now() - make_interval(mins => ${UNVERIFIED_MINUTES})`
  if (!recent) throw factorNotFound()
  if (!hasVerifiedFactor(user)) await requireRecentSignIn(sql, session.id)
}
