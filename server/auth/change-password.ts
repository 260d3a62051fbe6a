import { AuthError } from '#server/auth/auth-error.ts'
import { checkPassword, isImpossible } from '#server/auth/passwords/check-password.ts'
import { findWeakness } from '#server/auth/passwords/find-weakness.ts'
import { hashPassword, isSamePassword } from '#server/auth/passwords/scrypt-hash.ts'
import type { WorkQueue } from '#server/auth/passwords/work-queue.ts'
import { endSessions, findSignedIn } from '#server/auth/sessions/sessions.ts'
import { sessionNotFound } from '#server/auth/signed-in-caller.ts'
import { findStoredPassword, type UserRow } from '#server/auth/users.ts'
import type { Sql } from '#server/database/connection.ts'

/**
 * Gives a user a new password and ends all of its sessions but this one.
 * @throws AuthError
 */
export async function changePassword(
  { sql, passwordWork }: { sql: Sql; passwordWork: WorkQueue },
  change: { user: UserRow; sessionId: string; current: string | undefined; password: string },
): Promise<void> {
  const { user, sessionId, current, password } = change
  const weakness = await findWeakness(password, user.email)
  if (weakness) {
    throw new AuthError(422, 'weak_password', weakness.message, {
      weakPassword: { reasons: [weakness.reason] },
    })
  }
  if (!current) {
    throw new AuthError(
      400,
      'current_password_required',
      'Current password required when setting new password.',
    )
  }
  const stored = await findStoredPassword(sql, user.id)
  const isCurrent =
    !isImpossible(current) &&
    (await passwordWork.run(() => checkPassword(sql, current, stored), { isReserved: true }))
  if (!isCurrent) throw wrongCurrentPassword()
  if (isSamePassword(password, current)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  const hash = await passwordWork.run(() => hashPassword(password), { isReserved: true })

  await sql.transaction(async (transaction) => {
    const [changed] = await transaction`
      update auth.users set encrypted_password = ${hash}, updated_at = now()
      where id = ${user.id} and encrypted_password = ${stored.hash} returning id`
    const { session } = await findSignedIn(transaction, { userId: user.id, sessionId })
    if (!session) throw sessionNotFound()
    // Somebody changed it in the meantime.
    if (!changed) throw wrongCurrentPassword()
    await endSessions(transaction, { userId: user.id, sessionId, scope: 'others' })
  })
}

function wrongCurrentPassword(): AuthError {
  return new AuthError(
    400,
    'current_password_invalid',
    'The current password is not right, or was changed meanwhile.',
  )
}
