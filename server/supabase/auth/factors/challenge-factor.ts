import { randomUUID } from 'node:crypto'
import type { Sql } from '#server/platform/database/connection.ts'
import { requireTotpFactor } from '#server/supabase/auth/factors/factors.ts'
import { lockSignedIn } from '#server/supabase/auth/sessions/lock-signed-in.ts'
import type { SignedIn } from '#server/supabase/auth/sessions/sessions.ts'

export const CHALLENGE_MINUTES = 5
/** Per factor and session; a further one replaces the oldest. */
const MAX_CHALLENGES = 5

/**
 * Creates a challenge: for five minutes the session may verify a code of the factor.
 * @throws AuthError
 */
export function challengeFactor(
  sql: Sql,
  { caller, factorId }: { caller: SignedIn; factorId: string },
): Promise<{ id: string; expiresAt: number }> {
  return sql.transaction(async (transaction) => {
    const { user, session } = await lockSignedIn(transaction, caller)
    const factor = requireTotpFactor(user, factorId)
    await transaction`
      delete from auth.mfa_challenges where factor_id = ${factor.id} and (
        created_at < now() - make_interval(mins => ${CHALLENGE_MINUTES}) or id in (
          select id from auth.mfa_challenges where factor_id = ${factor.id} and session_id = ${session.id}
          order by created_at desc offset ${MAX_CHALLENGES - 1}))`
    await transaction`update auth.mfa_factors set last_challenged_at = now() where id = ${factor.id}`
    const id = randomUUID()
    const [challenge] = await transaction<[{ expires_at: number }]>`
      insert into auth.mfa_challenges (id, factor_id, session_id) values (${id}, ${factor.id}, ${session.id})
      returning floor(extract(epoch from created_at + make_interval(mins => ${CHALLENGE_MINUTES})))::float8 as expires_at`
    return { id, expiresAt: challenge.expires_at }
  })
}
