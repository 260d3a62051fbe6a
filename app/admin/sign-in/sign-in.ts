import { isRateLimited } from '#app/admin/errors/classify-error.ts'
import { needsSecondFactor } from '#app/admin/session/second-factor.ts'
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
