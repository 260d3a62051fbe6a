import { unwrap } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import type { Client } from '#core/data/client.ts'

/** A verified authenticator app. */
export interface Authenticator {
  id: string
  name: string
}

/** Whether the session still lacks its second factor. It sends no request: the session and its token say so. */
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
