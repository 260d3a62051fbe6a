import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { AuthError, tooManyRequests } from '#server/supabase/auth/auth-error.ts'
import { CHALLENGE_MINUTES } from '#server/supabase/auth/factors/challenge-factor.ts'
import { limitCodeGuesses, wrongCode } from '#server/supabase/auth/factors/factor-limits.ts'
import {
  type FactorJson,
  factorNotFound,
  hasVerifiedFactor,
  METHODS,
  requireTotpFactor,
} from '#server/supabase/auth/factors/factors.ts'
import { findTotpStep } from '#server/supabase/auth/factors/totp.ts'
import { sendSecurityNoticeJob } from '#server/supabase/auth/jobs/definitions.ts'
import { lockSignedIn } from '#server/supabase/auth/sessions/lock-signed-in.ts'
import { raiseSession } from '#server/supabase/auth/sessions/raise-session.ts'
import type { Device, SignedIn } from '#server/supabase/auth/sessions/sessions.ts'
import { insufficientAal } from '#server/supabase/auth/signed-in-caller.ts'

export interface VerifyDeps {
  sql: Sql
  secretBox: SecretBox
  limits: Limits
  queue: JobQueue
}

/**
 * Raises a session to `aal2` for a valid code of an authenticator app. The first code of a new factor also verifies the factor.
 * Each code works once.
 * @throws AuthError
 */
export async function verifyFactor(
  deps: VerifyDeps,
  proof: { caller: SignedIn; factorId: string; challengeId: string; code: string; device: Device },
): Promise<SignedIn & { refreshToken: string }> {
  const { caller, challengeId, code, device } = proof
  const factor = requireTotpFactor(caller.user, proof.factorId)
  requireAal2ForNewFactor(factor, caller)
  const secret = await readSecret(deps, { factor, challengeId, sessionId: caller.session.id })

  const guess = { factorId: factor.id, caller, tooMany: tooManyRequests }
  return limitCodeGuesses(deps, guess, async () => {
    const step = findTotpStep(secret, code)
    if (step === null) throw wrongTotpCode()
    return deps.sql.transaction(async (transaction) => {
      const locked = await lockSignedIn(transaction, caller)
      requireAal2ForNewFactor(factor, locked)
      await consumeChallenge(transaction, challengeId)
      await consumeStep(transaction, factor.id, step)
      await transaction`
        delete from auth.mfa_factors
        where user_id = ${locked.user.id} and status = 'unverified' and factor_type = 'totp'`
      if (factor.status === 'unverified') {
        const notice = { userId: locked.user.id, event: 'factor_added' } as const
        await deps.queue.enqueue(sendSecurityNoticeJob, notice, { transaction })
      }
      return raiseSession(transaction, { caller: locked, factorId: factor.id, method: METHODS.totp, device })
    })
  })
}

/** Somebody who knows only the password must not verify a factor of their own beside the owner's. */
function requireAal2ForNewFactor(factor: FactorJson, { user, session }: SignedIn): void {
  if (factor.status === 'unverified' && hasVerifiedFactor(user) && session.aal !== 'aal2') {
    throw insufficientAal(403, 'AAL2 required to verify a new factor')
  }
}

async function readSecret(
  { sql, secretBox }: VerifyDeps,
  options: { factor: FactorJson; challengeId: string; sessionId: string },
): Promise<string> {
  const { factor, challengeId, sessionId } = options
  const [found] = await sql<{ secret: string; is_open: boolean }[]>`
    select f.secret, c.verified_at is null and c.created_at > now() - make_interval(mins => ${CHALLENGE_MINUTES}) as is_open
    from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
    where c.id = ${challengeId} and c.session_id = ${sessionId} and f.id = ${factor.id}`
  if (!found) {
    const message = 'MFA factor with the provided challenge ID not found'
    throw new AuthError(422, 'mfa_factor_not_found', message)
  }
  if (!found.is_open) throw challengeExpired(challengeId)
  return secretBox.open(factor.id, found.secret)
}

async function consumeChallenge(sql: Session, challengeId: string): Promise<void> {
  const [spent] = await sql`
    update auth.mfa_challenges set verified_at = now() where id = ${challengeId} and verified_at is null returning id`
  if (!spent) throw challengeExpired(challengeId)
}

/** When two requests send the same code, only the first succeeds. */
async function consumeStep(sql: Session, factorId: string, step: number): Promise<void> {
  const [factor] = await sql<{ is_new: boolean }[]>`
    select last_used_step is null or last_used_step < ${step} as is_new
    from auth.mfa_factors where id = ${factorId} for update`
  if (!factor) throw factorNotFound()
  if (!factor.is_new) throw wrongTotpCode()
  await sql`
    update auth.mfa_factors set last_used_step = ${step}, status = 'verified',
      updated_at = case status when 'verified' then updated_at else now() end where id = ${factorId}`
}

const wrongTotpCode = () => wrongCode('Invalid TOTP code entered')

function challengeExpired(id: string): AuthError {
  const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`
  return new AuthError(422, 'mfa_challenge_expired', message)
}
