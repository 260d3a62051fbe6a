import type { Sql } from '#server/platform/database/connection.ts'
import { AuthError, tooManyRequests } from '#server/supabase/auth/auth-error.ts'
import { checkPassword, isUnacceptable } from '#server/supabase/auth/passwords/check-password.ts'
import { hashPassword, isOutdated } from '#server/supabase/auth/passwords/scrypt-hash.ts'
import { BusyError, type WorkQueue } from '#server/supabase/auth/passwords/work-queue.ts'
import {
  type Device,
  getSignedIn,
  type SignedIn,
  startSession,
} from '#server/supabase/auth/sessions/sessions.ts'
import type { SignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import { findAccount, findStoredPassword, isBanned } from '#server/supabase/auth/users.ts'

const INVALID_CREDENTIALS = 'invalid_credentials'

interface SignInDeps {
  sql: Sql
  signInThrottle: SignInThrottle
  passwordWork: WorkQueue
}

/**
 * Starts a session for a user who knows the password.
 * @throws AuthError, the same for a wrong password as for an unknown user, and after the same amount of work
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, device, address }: { email: string; password: string; device: Device; address: string },
): Promise<SignedIn & { refreshToken: string }> {
  const account = email.toLowerCase()
  const { wait, isKnown } = await deps.signInThrottle.take(account, address)
  if (wait > 0) throw tooManyRequests(wait)
  if (isUnacceptable(password)) throw invalidCredentials()
  const place = { isReserved: isKnown }
  try {
    const started = (await tryOnce()) ?? (await tryOnce())
    if (!started) throw invalidCredentials()
    await deps.signInThrottle.recordSuccess(account, address)
    return started
  } catch (error) {
    const isGuess = error instanceof AuthError && error.code === INVALID_CREDENTIALS
    if (!isGuess) await deps.signInThrottle.refund(account, address)
    throw error
  }

  /** Null when the stored hash was changed while the password was being checked. */
  async function tryOnce() {
    const { userId, password: stored } = await findAccount(deps.sql, email)
    const isRight = await deps.passwordWork.run(() => checkPassword(deps.sql, password, stored), place)
    if (!isRight || !userId || !stored.hash) throw invalidCredentials()
    const hash = isOutdated(stored.hash)
      ? await deps.passwordWork.run(() => hashPassword(password), place)
      : stored.hash
    return startFor(deps.sql, { userId, checked: stored.hash, hash, device })
  }
}

/** The update locks the user's row first, so that a concurrent change of password either ends this session or prevents it. */
function startFor(
  sql: Sql,
  { userId, checked, hash, device }: { userId: string; checked: string; hash: string; device: Device },
): Promise<(SignedIn & { refreshToken: string }) | null> {
  return sql.transaction(async (transaction) => {
    const [user] = await transaction<{ banned_until: Date | null; email_confirmed_at: Date | null }[]>`
      update auth.users set last_sign_in_at = now(), updated_at = now(), encrypted_password = ${hash}
      where id = ${userId} and encrypted_password = ${checked} returning banned_until, email_confirmed_at`
    if (!user) return null
    if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
    if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    const { sessionId, refreshToken } = await startSession(transaction, {
      userId,
      method: 'password',
      device,
    })
    return { refreshToken, ...(await getSignedIn(transaction, { userId, sessionId })) }
  })
}

function invalidCredentials(): AuthError {
  return new AuthError(400, INVALID_CREDENTIALS, 'Invalid login credentials')
}

interface Refusal {
  status: number
  error: string
  more?: object
  headers?: Record<string, string>
}

/**
 * The response of a function to a user who is signed in and does not enter the right password; null if it is right. Wrong ones count as
 * those of a sign-in do, per account and address.
 */
export async function passwordRefusal(
  { sql, signInThrottle, passwordWork }: SignInDeps,
  { userId, password, address }: { userId: string; password: string; address: string },
): Promise<Refusal | null> {
  const wrong = { status: 400, error: 'The password is wrong.', more: { code: 'wrong_password' } }
  const [user] = await sql<{ email: string | null }[]>`select email from auth.users where id = ${userId}`
  const account = user?.email?.toLowerCase() ?? userId
  const { wait } = await signInThrottle.take(account, address)
  if (wait > 0)
    return {
      status: 429,
      error: 'Too many wrong passwords. Please try again later.',
      headers: { 'retry-after': String(wait) },
    }
  if (isUnacceptable(password)) return wrong
  try {
    const stored = await findStoredPassword(sql, userId)
    const isRight = await passwordWork.run(() => checkPassword(sql, password, stored), { isReserved: true })
    if (!isRight) return wrong
  } catch (error) {
    await signInThrottle.refund(account, address)
    if (!(error instanceof BusyError)) throw error
    return { status: 503, error: 'Too many passwords are being checked. Please try again in a moment.' }
  }
  await signInThrottle.recordSuccess(account, address)
  return null
}
