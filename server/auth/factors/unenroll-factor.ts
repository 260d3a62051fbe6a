import { deleteFactor, findRecoveryCodesFactor, requireTotpFactor } from '#server/auth/factors/factors.ts'
import { lockSignedIn } from '#server/auth/sessions/lock-signed-in.ts'
import type { SignedIn } from '#server/auth/sessions/sessions.ts'
import { insufficientAal } from '#server/auth/signed-in-caller.ts'
import type { Sql } from '#server/database/connection.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'

/**
 * Removes an authenticator app. The recovery codes are deleted with the last verified one.
 * @throws AuthError
 */
export function unenrollFactor(
  { sql, queue }: { sql: Sql; queue: JobQueue },
  { caller, factorId }: { caller: SignedIn; factorId: string },
): Promise<void> {
  return sql.transaction(async (transaction) => {
    const { user, session } = await lockSignedIn(transaction, caller)
    const factor = requireTotpFactor(user, factorId)
    if (factor.status === 'verified' && session.aal !== 'aal2') {
      throw insufficientAal(422, 'AAL2 required to unenroll verified factor')
    }
    await deleteFactor(transaction, factor)
    const isLast = !user.factors.some(
      ({ id, factor_type, status }) => id !== factor.id && factor_type === 'totp' && status === 'verified',
    )
    const recoveryCodes = findRecoveryCodesFactor(user)
    if (isLast && recoveryCodes) await deleteFactor(transaction, recoveryCodes)
    if (factor.status === 'verified') {
      const notice = { userId: user.id, event: 'factor_removed' } as const
      await queue.enqueue('send-security-notice', notice, { transaction })
    }
  })
}
