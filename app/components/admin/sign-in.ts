import type { Client } from '#core/data/client.ts'

export type SignInOutcome = 'signed_in' | 'invalid_credentials' | 'rate_limited' | 'unavailable'

/** @throws only what the client did not expect itself */
export async function signIn(client: Client, email: string, password: string): Promise<SignInOutcome> {
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (!error) return 'signed_in'
  if (error.code === 'over_request_rate_limit' || error.status === 429) return 'rate_limited'
  // Without a status nobody answered; a password was only judged where the answer is a 4xx.
  return error.status && error.status < 500 ? 'invalid_credentials' : 'unavailable'
}
