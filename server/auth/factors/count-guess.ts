import { AuthError } from '#server/auth/auth-error.ts'
import type { Limits } from '#server/limits/limits.ts'

const WRONG_CODE = 'mfa_verification_failed'

/**
 * Lets a code be checked unless too many of its factor were wrong. It counts as wrong until it has turned out not to be:
 * else as many as come at once would be checked.
 * @throws what `tooMany` makes, and what `check` throws
 */
export async function countGuess<T>(
  limits: Limits,
  { factorId, tooMany }: { factorId: string; tooMany: (waitSeconds: number) => AuthError },
  check: () => Promise<T>,
): Promise<T> {
  const wait = await limits.take('factor-code', factorId)
  if (wait > 0) throw tooMany(wait)
  try {
    const result = await check()
    await limits.giveBack('factor-code', factorId)
    return result
  } catch (error) {
    const isGuess = error instanceof AuthError && error.code === WRONG_CODE
    if (!isGuess) await limits.giveBack('factor-code', factorId)
    throw error
  }
}

export function wrongCode(message: string): AuthError {
  return new AuthError(422, WRONG_CODE, message)
}
