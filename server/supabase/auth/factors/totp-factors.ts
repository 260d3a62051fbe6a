import { randomUUID } from 'node:crypto'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { recordOwnAct } from '#server/supabase/auth/accounts.ts'
import {
  AuthError,
  insufficientAal,
  sessionNotFound,
  tooManyRequests,
} from '#server/supabase/auth/auth-error.ts'
import { limitCodeGuesses, wrongCode } from '#server/supabase/auth/factors/factor-limits.ts'
import {
  deleteFactor,
  type FactorJson,
  factorNotFound,
  findRecoveryCodesFactor,
  hasVerifiedFactor,
  METHODS,
  requireTotpFactor,
} from '#server/supabase/auth/factors/factors.ts'
import { findTotpStep, newTotpSecret } from '#server/supabase/auth/factors/totp.ts'
import { sendSecurityNoticeJob } from '#server/supabase/auth/jobs.ts'
import {
  type Device,
  findSignedIn,
  lockSignedIn,
  raiseSession,
  type SignedIn,
} from '#server/supabase/auth/sessions/sessions.ts'

const MAX_FACTORS = 10
const CHALLENGE_MINUTES = 5
/** Per factor and session; a further one replaces the oldest. */
const MAX_CHALLENGES = 5

/**
 * Adds an authenticator app to a user. It has no effect until a code of it is verified. An unverified factor of the same name is
 * replaced. The first one needs a recent sign-in.
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
    if (!hasVerifiedFactor(user)) await requireRecentSignIn(transaction, session.id)
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
    await requireRecentEnrolment(transaction, factor, { user, session })
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

interface VerifyDeps {
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
  const secret = await readSecret(deps, { factor, challengeId, caller })

  const guess = { factorId: factor.id, caller, tooMany: tooManyRequests }
  return limitCodeGuesses(deps, guess, async () => {
    const step = findTotpStep(secret, code)
    if (step === null) throw wrongTotpCode()
    return deps.sql.transaction(async (transaction) => {
      const locked = await lockSignedIn(transaction, caller)
      requireAal2ForNewFactor(factor, locked)
      await requireRecentEnrolment(transaction, factor, locked)
      await consumeChallenge(transaction, challengeId)
      await consumeStep(transaction, factor.id, step)
      await transaction`
        delete from auth.mfa_factors
        where user_id = ${locked.user.id} and status = 'unverified' and factor_type = 'totp'`
      if (factor.status === 'unverified') {
        const notice = { userId: locked.user.id, event: 'factor_added' } as const
        await deps.queue.enqueue(sendSecurityNoticeJob, notice, { transaction })
        const details = { name: factor.friendly_name }
        await recordOwnAct(transaction, locked.user, {
          action: 'add_factor',
          did: 'added an authenticator app',
          details,
        })
      }
      return raiseSession(transaction, { caller: locked, factorId: factor.id, method: METHODS.totp, device })
    })
  })
}

/** An attacker who knows only the password must not verify another factor beside the owner's. */
function requireAal2ForNewFactor(factor: FactorJson, { user, session }: SignedIn): void {
  if (factor.status === 'unverified' && hasVerifiedFactor(user) && session.aal !== 'aal2') {
    throw insufficientAal(403, 'AAL2 required to verify a new factor')
  }
}

async function readSecret(
  { sql, secretBox }: VerifyDeps,
  options: { factor: FactorJson; challengeId: string; caller: SignedIn },
): Promise<string> {
  const { factor, challengeId, caller } = options
  const ids = { userId: caller.user.id, sessionId: caller.session.id }
  const [found] = await sql<{ secret: string; is_open: boolean }[]>`
    select f.secret, c.verified_at is null and c.created_at > now() - make_interval(mins => ${CHALLENGE_MINUTES}) as is_open
    from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
    where c.id = ${challengeId} and c.session_id = ${ids.sessionId} and f.id = ${factor.id}`
  if (!found) {
    // A session that has ended has lost its challenges.
    if (!(await findSignedIn(sql, ids)).session) throw sessionNotFound()
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

/** If two requests send the same code, only the first succeeds. */
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
      await queue.enqueue(sendSecurityNoticeJob, notice, { transaction })
      const lost =
        isLast && recoveryCodes ? 'an authenticator app and the recovery codes' : 'an authenticator app'
      const details = { name: factor.friendly_name }
      await recordOwnAct(transaction, user, { action: 'remove_factor', did: `removed ${lost}`, details })
    }
  })
}

/** An enrolment that is older and was never verified has no effect any more, and is deleted. */
const UNVERIFIED_MINUTES = 15
/** An older session without a second factor may be somebody else's by now. */
const RECENT_SIGN_IN_MINUTES = 15

/** @throws AuthError when the session began too long ago to set up a first second factor */
async function requireRecentSignIn(sql: Session, sessionId: string): Promise<void> {
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
async function requireRecentEnrolment(
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
