import { isRateLimited, unwrap } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import type { Client } from '#core/data/client.ts'

export type SignInOutcome =
  | 'signed_in'
  /** The password was right, and the account has a second factor. */
  | 'second_factor'
  | 'invalid_credentials'
  | 'rate_limited'
  | 'unavailable'

/** @throws only errors that the client does not return itself */
export async function signIn(client: Client, email: string, password: string): Promise<SignInOutcome> {
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (!error) return (await needsSecondFactor(client)) ? 'second_factor' : 'signed_in'
  if (isRateLimited(error)) return 'rate_limited'
  // Without a status there was no response; only a 4xx says anything about the password.
  return error.status && error.status < 500 ? 'invalid_credentials' : 'unavailable'
}

/** A verified authenticator app. */
export interface Authenticator {
  id: string
  name: string
}

/** Tells whether the session still lacks its second factor. It sends no request: the session and its token say so. */
export async function needsSecondFactor(client: Client): Promise<boolean> {
  const { currentLevel, nextLevel } = unwrap(await client.auth.mfa.getAuthenticatorAssuranceLevel())
  return currentLevel === 'aal1' && nextLevel === 'aal2'
}

/** The verified authenticators, the one used last first. */
export async function listAuthenticators(client: Client): Promise<Authenticator[]> {
  const { session } = unwrap(await client.auth.getSession())
  return (session?.user.factors ?? [])
    .filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
    .toSorted((a, b) => (b.last_challenged_at ?? '').localeCompare(a.last_challenged_at ?? ''))
    .map(({ id, friendly_name }) => ({ id, name: friendly_name || t('session.authenticator') }))
}

/** @throws AuthError */
export async function verifyCode(client: Client, factorId: string, code: string): Promise<void> {
  unwrap(await client.auth.mfa.challengeAndVerify({ factorId, code }))
}

/** @throws AuthError */
export async function verifyRecoveryCode(client: Client, code: string): Promise<void> {
  unwrap(await client.auth.mfa.recoveryCodes.verify({ code }))
}
