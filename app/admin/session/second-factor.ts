import { unwrap } from '#app/admin/errors/unwrap.ts'
import type { Client } from '#core/data/client.ts'

/** An authenticator app that was set up and tried. */
export interface Authenticator {
  id: string
  name: string
}

/** Whether the session of this browser still lacks its second step. Asks nobody: session and token say it. */
export async function needsSecondFactor(client: Client): Promise<boolean> {
  const { currentLevel, nextLevel } = unwrap(await client.auth.mfa.getAuthenticatorAssuranceLevel())
  return currentLevel === 'aal1' && nextLevel === 'aal2'
}

/** The authenticators that can be asked for a code, the one used last first. */
export async function listAuthenticators(client: Client): Promise<Authenticator[]> {
  const { session } = unwrap(await client.auth.getSession())
  return (session?.user.factors ?? [])
    .filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
    .toSorted((a, b) => (b.last_challenged_at ?? '').localeCompare(a.last_challenged_at ?? ''))
    .map(({ id, friendly_name }) => ({ id, name: friendly_name || 'Authenticator' }))
}

/** @throws AuthError */
export async function verifyCode(client: Client, factorId: string, code: string): Promise<void> {
  unwrap(await client.auth.mfa.challengeAndVerify({ factorId, code }))
}

/** @throws AuthError */
export async function verifyRecoveryCode(client: Client, code: string): Promise<void> {
  unwrap(await client.auth.mfa.recoveryCodes.verify({ code }))
}
