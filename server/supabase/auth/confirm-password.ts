import type { Sql } from '#server/platform/database/connection.ts'
import { checkPassword, isUnacceptable } from '#server/supabase/auth/passwords/check-password.ts'
import { BusyError, type WorkQueue } from '#server/supabase/auth/passwords/work-queue.ts'
import type { SignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import { findStoredPassword } from '#server/supabase/auth/users.ts'

interface ConfirmDeps {
  sql: Sql
  signInThrottle: SignInThrottle
  passwordWork: WorkQueue
}

interface Refusal {
  status: number
  error: string
  more?: object
  headers?: Record<string, string>
}

/** The response of a function to a user who does not enter the right password; null if it is right. */
export async function passwordRefusal(
  deps: ConfirmDeps,
  asked: Parameters<typeof confirmPassword>[1],
): Promise<Refusal | null> {
  const confirmation = await confirmPassword(deps, asked).catch((error) => {
    if (error instanceof BusyError) return null
    throw error
  })
  if (!confirmation)
    return { status: 503, error: 'Too many passwords are being checked. Please try again in a moment.' }
  if (confirmation.confirmed) return null
  const { wait } = confirmation
  if (wait === 0) return { status: 400, error: 'The password is wrong.', more: { code: 'wrong_password' } }
  return {
    status: 429,
    error: 'Too many wrong passwords. Please try again later.',
    headers: { 'retry-after': String(wait) },
  }
}

/** `wait` has the seconds after which the next attempt is allowed; 0 for a wrong password. */
export type Confirmation = { confirmed: true } | { confirmed: false; wait: number }

/**
 * Returns true if a user who is signed in knows the password. Wrong ones count as those of a sign-in do, per account and address.
 * @throws BusyError when too many passwords are being checked
 */
async function confirmPassword(
  { sql, signInThrottle, passwordWork }: ConfirmDeps,
  { userId, password, address }: { userId: string; password: string; address: string },
): Promise<Confirmation> {
  const [user] = await sql<{ email: string | null }[]>`select email from auth.users where id = ${userId}`
  const account = user?.email?.toLowerCase() ?? userId
  const { wait } = await signInThrottle.take(account, address)
  if (wait > 0) return { confirmed: false, wait }
  if (isUnacceptable(password)) return { confirmed: false, wait: 0 }
  try {
    const stored = await findStoredPassword(sql, userId)
    const isRight = await passwordWork.run(() => checkPassword(sql, password, stored), { isReserved: true })
    if (!isRight) return { confirmed: false, wait: 0 }
  } catch (error) {
    await signInThrottle.refund(account, address)
    throw error
  }
  await signInThrottle.recordSuccess(account, address)
  return { confirmed: true }
}
