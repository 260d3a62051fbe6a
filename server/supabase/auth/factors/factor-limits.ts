import type { LimitName, Limits } from '#server/platform/limits/limits.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import { AuthError, tooManyRequests } from '#server/supabase/auth/auth-error.ts'
import { sendSecurityNoticeJob } from '#server/supabase/auth/jobs.ts'
import type { SignedIn, SignInMethod } from '#server/supabase/auth/sessions/sessions.ts'
import type { SessionClaims } from '#server/supabase/auth/tokens.ts'

const WRONG_CODE = 'mfa_verification_failed'
const LIMITS = ['factor-code', 'factor-code-day'] as const satisfies LimitName[]
const LINK_METHODS: ReadonlySet<string> = new Set<SignInMethod>(['recovery', 'otp', 'invite'])

/**
 * Checks a code unless too many codes of its factor were wrong. Each one is counted before it is checked and uncounted when it was right,
 * so that concurrent requests cannot exceed the limit.
 * @throws the error that `tooMany` builds, and those of `check`
 */
export async function limitCodeGuesses<T>(
  { limits, queue }: { limits: Limits; queue: JobQueue },
  guess: { factorId: string; caller: SignedIn; tooMany: (waitSeconds: number) => AuthError },
  check: () => Promise<T>,
): Promise<T> {
  const { factorId, caller, tooMany } = guess
  const { user, session } = caller
  const key = beganWithLink(session) ? keyByMail(factorId) : factorId
  for (const limit of LIMITS) {
    const wait = await limits.take(limit, key)
    if (wait > 0) {
      await notifyOwner()
      throw tooMany(wait)
    }
  }
  try {
    const result = await check()
    // A client that can read the mail and has the code is the owner, so earlier wrong guesses no longer matter.
    if (key === factorId) await refund()
    else await resetCodeGuesses(limits, factorId)
    return result
  } catch (error) {
    const isGuess = error instanceof AuthError && error.code === WRONG_CODE
    if (!isGuess) await refund()
    throw error
  }

  /** Entering codes requires a session, so a client that guesses them knows the password; the owner is notified. */
  async function notifyOwner(): Promise<void> {
    if ((await limits.take('wrong-codes-notice', user.id)) > 0) return
    await queue.enqueue(sendSecurityNoticeJob, { userId: user.id, event: 'wrong_codes' })
  }

  async function refund(): Promise<void> {
    for (const limit of LIMITS) await limits.refund(limit, key)
  }
}

/** Sets the counts of wrong codes of a factor to 0. */
export async function resetCodeGuesses(limits: Limits, factorId: string): Promise<void> {
  for (const limit of LIMITS) {
    await limits.reset(limit, factorId)
    await limits.reset(limit, keyByMail(factorId))
  }
}

/**
 * Sessions that began with a mailed link are counted separately. Otherwise an attacker who knows the password and keeps guessing
 * codes could stop the owner of the mailbox from entering the code that is needed to set a new password.
 */
function keyByMail(factorId: string): string {
  return `${factorId} by mail`
}

function beganWithLink({ amr }: SessionClaims): boolean {
  return amr.some(({ method }) => LINK_METHODS.has(method))
}

/**
 * Counts a change of second factors. Sessions with and without a second factor are counted separately, so that an attacker who
 * knows only the password cannot use up the owner's changes.
 * @throws AuthError when there were too many
 */
export async function limitFactorChanges(limits: Limits, { user, session }: SignedIn): Promise<void> {
  const wait = await limits.take('factor-changes', `${user.id} ${session.aal}`)
  if (wait > 0) throw tooManyRequests(wait)
}

export function wrongCode(message: string): AuthError {
  return new AuthError(422, WRONG_CODE, message)
}
