import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { Limits } from '#server/platform/limits/limits.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import { recordOwnAct } from '#server/supabase/auth/accounts.ts'
import { AuthError, insufficientAal } from '#server/supabase/auth/auth-error.ts'
import { limitCodeGuesses, resetCodeGuesses, wrongCode } from '#server/supabase/auth/factors/factor-limits.ts'
import {
  deleteFactor,
  type FactorJson,
  factorNotFound,
  findRecoveryCodesFactor,
  hasVerifiedFactor,
  METHODS,
} from '#server/supabase/auth/factors/factors.ts'
import { nameConflict } from '#server/supabase/auth/factors/totp-factors.ts'
import { sendSecurityNoticeJob } from '#server/supabase/auth/jobs.ts'
import {
  type Device,
  lockSignedIn,
  raiseSession,
  type SignedIn,
} from '#server/supabase/auth/sessions/sessions.ts'

/** Crockford's base32, in which no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits. */
const CODE_CHARACTERS = 16
const CODES = 10

interface RecoveryCodesDeps {
  sql: Sql
  hashRecoveryCode: HashRecoveryCode
  limits: Limits
  queue: JobQueue
}

/** A new set of codes; they can be shown only now. */
export interface NewRecoveryCodes {
  factor: { id: string; friendly_name?: string }
  codes: string[]
}

/** @throws AuthError when the user has no recovery codes */
export async function countRecoveryCodes(sql: Sql, { user }: SignedIn) {
  const factor = requireRecoveryCodes(user)
  const [codes] = await sql<[{ total: number; remaining: number }]>`
    select count(*)::int as total, count(*) filter (where used_at is null)::int as remaining
    from auth.mfa_recovery_codes where factor_id = ${factor.id}`
  return { id: factor.id, ...codes }
}

/**
 * Makes the first recovery codes of a user who has an authenticator app.
 * @throws AuthError
 */
export function generateRecoveryCodes(
  { sql, hashRecoveryCode }: RecoveryCodesDeps,
  { caller, friendlyName }: { caller: SignedIn; friendlyName: string },
): Promise<NewRecoveryCodes> {
  return sql.transaction(async (transaction) => {
    const { user, session } = await lockSignedIn(transaction, caller)
    if (!hasVerifiedFactor(user)) {
      const message = 'Recovery codes cannot be the only factor: verify another one first'
      throw new AuthError(422, 'mfa_recovery_codes_sole_factor', message)
    }
    requireAal2(session.aal)
    if (findRecoveryCodesFactor(user)) {
      throw new AuthError(
        422,
        'mfa_verified_factor_exists',
        'There are recovery codes already: regenerate them',
      )
    }
    if (
      friendlyName.trim() !== '' &&
      user.factors.some(({ friendly_name }) => friendly_name === friendlyName)
    ) {
      throw nameConflict(friendlyName)
    }
    const id = randomUUID()
    await transaction`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status)
      values (${id}, ${user.id}, ${friendlyName}, 'recovery_code', 'verified')`
    const codes = await insertCodes(transaction, id, hashRecoveryCode)
    await recordOwnAct(transaction, user, { action: 'make_recovery_codes', did: 'made recovery codes' })
    return { factor: { id, ...(friendlyName && { friendly_name: friendlyName }) }, codes }
  })
}

/**
 * Replaces the codes of a user. The old codes stop working, and the count of wrong ones starts again.
 * @throws AuthError
 */
export async function regenerateRecoveryCodes(
  { sql, hashRecoveryCode, limits }: RecoveryCodesDeps,
  caller: SignedIn,
): Promise<NewRecoveryCodes> {
  const regenerated = await sql.transaction(async (transaction) => {
    const { user, session } = await lockSignedIn(transaction, caller)
    const factor = requireRecoveryCodes(user)
    requireAal2(session.aal)
    await transaction`delete from auth.mfa_recovery_codes where factor_id = ${factor.id}`
    await transaction`update auth.mfa_factors set updated_at = now() where id = ${factor.id}`
    await recordOwnAct(transaction, user, { action: 'renew_recovery_codes', did: 'made new recovery codes' })
    return { factor, codes: await insertCodes(transaction, factor.id, hashRecoveryCode) }
  })
  await resetCodeGuesses(limits, regenerated.factor.id)
  return regenerated
}

/**
 * Raises a session to `aal2` for a valid code, which cannot be used again.
 * @throws AuthError
 */
export async function verifyRecoveryCode(
  { sql, hashRecoveryCode, limits, queue }: RecoveryCodesDeps,
  { caller, typed, device }: { caller: SignedIn; typed: string; device: Device },
): Promise<SignedIn & { refreshToken: string }> {
  const factor = requireRecoveryCodes(caller.user)
  return limitCodeGuesses({ limits, queue }, { factorId: factor.id, caller, tooMany: locked }, async () => {
    const code = readRecoveryCode(typed)
    if (code === null) throw wrongRecoveryCode()
    return sql.transaction(async (transaction) => {
      const current = await lockSignedIn(transaction, caller)
      const [used] = await transaction`
        update auth.mfa_recovery_codes set used_at = now()
        where factor_id = ${factor.id} and code_hash = ${hashRecoveryCode(factor.id, code)} and used_at is null
        returning used_at`
      if (!used) throw wrongRecoveryCode()
      const notice = { userId: caller.user.id, event: 'recovery_code_used' } as const
      await queue.enqueue(sendSecurityNoticeJob, notice, { transaction })
      const method = METHODS.recovery_code
      return raiseSession(transaction, { caller: current, factorId: factor.id, method, device })
    })
  })
}

/** @throws AuthError */
export function removeRecoveryCodes(sql: Sql, caller: SignedIn): Promise<{ id: string }> {
  return sql.transaction(async (transaction) => {
    const { user, session } = await lockSignedIn(transaction, caller)
    const factor = requireRecoveryCodes(user)
    requireAal2(session.aal)
    await deleteFactor(transaction, factor)
    await recordOwnAct(transaction, user, {
      action: 'remove_recovery_codes',
      did: 'removed their recovery codes',
    })
    return { id: factor.id }
  })
}

function requireRecoveryCodes(user: { factors: FactorJson[] }): FactorJson {
  const factor = findRecoveryCodesFactor(user)
  if (!factor) throw factorNotFound()
  return factor
}

function requireAal2(aal: string): void {
  if (aal !== 'aal2') throw insufficientAal(403, 'AAL2 required to manage recovery codes')
}

async function insertCodes(
  sql: Session,
  factorId: string,
  hashRecoveryCode: HashRecoveryCode,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(factorId, code))
  await sql`
    insert into auth.mfa_recovery_codes (factor_id, code_hash) select ${factorId}, unnest(${hashes}::text[])`
  return codes
}

const wrongRecoveryCode = () => wrongCode('Invalid recovery code entered')

function locked(retryAfterSeconds: number): AuthError {
  return new AuthError(429, 'mfa_recovery_codes_locked', 'Too many wrong recovery codes', {
    retryAfterSeconds,
  })
}

/** A new set of codes, in lower case and without separators; the browser groups them for display. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    // 256 is a multiple of 32, so every character is equally likely.
    Array.from(randomBytes(CODE_CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  )
}

/** Normalises the typed text to the form in which codes are made; null when it cannot be a code. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(code) ? code : null
}

/** Hashes a code of a factor; only the hash is stored. */
export type HashRecoveryCode = (factorId: string, code: string) => string

/** The hash is keyed, so that a copy of the database alone does not help to find codes. */
export function createRecoveryCodeHash(jwtSecret: string): HashRecoveryCode {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'recovery codes', 32))
  return (factorId, code) => createHmac('sha256', key).update(`${factorId} ${code}`).digest('hex')
}
