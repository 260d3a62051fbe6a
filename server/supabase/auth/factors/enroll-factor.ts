import { randomUUID } from 'node:crypto'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { AuthError } from '#server/supabase/auth/auth-error.ts'
import { hasVerifiedFactor } from '#server/supabase/auth/factors/factors.ts'
import { newTotpSecret } from '#server/supabase/auth/factors/totp.ts'
import { lockSignedIn } from '#server/supabase/auth/sessions/lock-signed-in.ts'
import type { SignedIn } from '#server/supabase/auth/sessions/sessions.ts'
import { insufficientAal } from '#server/supabase/auth/signed-in-caller.ts'

/** An enrolment that is older and was never verified is deleted. */
const UNVERIFIED_MINUTES = 15
const MAX_FACTORS = 10

/**
 * Adds an authenticator app to a user. It has no effect until a code of it is verified. An unverified factor of the same name is
 * replaced.
 * @throws AuthError
 */
export function enrollFactor(
  { sql, secretBox }: { sql: Sql; secretBox: SecretBox },
  { caller, friendlyName }: { caller: SignedIn; friendlyName: string },
): Promise<{ id: string; secret: string }> {
  return sql.transaction(async (transaction) => {
    const { user, session } = await lockSignedIn(transaction, caller)
    await deleteUnverified(transaction, user.id, friendlyName)
    const [factors] = await transaction<[{ count: number; has_name: boolean }]>`
      select count(*) filter (where factor_type = 'totp')::int as count, coalesce(bool_or(friendly_name = ${friendlyName}
        and (factor_type = 'totp' or trim(friendly_name) <> '')), false) as has_name
      from auth.mfa_factors where user_id = ${user.id}`
    if (factors.has_name) throw nameConflict(friendlyName)
    if (factors.count >= MAX_FACTORS) {
      const message = 'Maximum number of verified factors reached, unenroll to continue'
      throw new AuthError(422, 'too_many_enrolled_mfa_factors', message)
    }
    if (hasVerifiedFactor(user) && session.aal !== 'aal2') {
      throw insufficientAal(403, 'AAL2 required to enroll a new factor')
    }
    const id = randomUUID()
    const secret = newTotpSecret()
    await transaction`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      values (${id}, ${user.id}, ${friendlyName}, 'totp', 'unverified', ${secretBox.seal(id, secret)})`
    return { id, secret }
  })
}

async function deleteUnverified(sql: Session, userId: string, friendlyName: string): Promise<void> {
  await sql`
    delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified' and (
      friendly_name = ${friendlyName} or created_at < now() - make_interval(mins => ${UNVERIFIED_MINUTES}))`
}

export function nameConflict(friendlyName: string): AuthError {
  const message = `A factor with the friendly name "${friendlyName}" for this user already exists`
  return new AuthError(422, 'mfa_factor_name_conflict', message)
}
