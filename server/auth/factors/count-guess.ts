import { AuthError } from '#server/auth/auth-error.ts'
import type { SessionClaims } from '#server/auth/sessions/access-token.ts'
import type { SignedIn, SignInMethod } from '#server/auth/sessions/sessions.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import type { LimitName, Limits } from '#server/limits/limits.ts'

const WRONG_CODE = 'mfa_verification_failed'
const LIMITS = ['factor-code', 'factor-code-day'] as const satisfies LimitName[]
const LINK_METHODS: ReadonlySet<string> = new Set<SignInMethod>(['recovery', 'otp', 'invite'])

/**
 * Lets a code be checked unless too many of its factor were wrong. It counts as wrong until it has turned out not to be:
 * else as many as come at once would be checked.
 * @throws what `tooMany` makes, and what `check` throws
 */
export async function countGuess<T>(
  { limits, queue }: { limits: Limits; queue: JobQueue },
  guess: { factorId: string; caller: SignedIn; tooMany: (waitSeconds: number) => AuthError },
  check: () => Promise<T>,
): Promise<T> {
  const { factorId, caller, tooMany } = guess
  const { user, session } = caller
  const key = beganByMail(session) ? keyByMail(factorId) : factorId
  for (const limit of LIMITS) {
    const wait = await limits.take(limit, key)
    if (wait > 0) {
      await tellOwner()
      throw tooMany(wait)
    }
  }
  try {
    const result = await check()
    // Who reads the mail and shows the code is the owner: the guesses of somebody else are no hindrance any more.
    if (key === factorId) await giveBack()
    else await forgetGuesses(limits, factorId)
    return result
  } catch (error) {
    const isGuess = error instanceof AuthError && error.code === WRONG_CODE
    if (!isGuess) await giveBack()
    throw error
  }

  /** Whoever fails here knows the password. */
  async function tellOwner(): Promise<void> {
    if ((await limits.take('wrong-codes-notice', user.id)) > 0) return
    await queue.enqueue('send-security-notice', { userId: user.id, event: 'wrong_codes' })
  }

  async function giveBack(): Promise<void> {
    for (const limit of LIMITS) await limits.giveBack(limit, key)
  }
}

/** Forgets every guess at a factor. */
export async function forgetGuesses(limits: Limits, factorId: string): Promise<void> {
  for (const limit of LIMITS) {
    await limits.forget(limit, factorId)
    await limits.forget(limit, keyByMail(factorId))
  }
}

/**
 * Sessions that began by a mailed link have a count of their own: whoever has nothing but the password, and guesses all the
 * time, would else keep the owner of the mailbox from showing the code that a new password takes.
 */
function keyByMail(factorId: string): string {
  return `${factorId} by mail`
}

function beganByMail({ amr }: SessionClaims): boolean {
  return amr.some(({ method }) => LINK_METHODS.has(method))
}

export function wrongCode(message: string): AuthError {
  return new AuthError(422, WRONG_CODE, message)
}
