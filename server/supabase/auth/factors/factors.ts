import type { Session } from '#server/platform/database/connection.ts'
import { raw } from '#server/platform/database/fragment.ts'
import { AuthError } from '#server/supabase/auth/auth-error.ts'

/** A second factor in the form that GoTrue's responses have. */
export interface FactorJson {
  id: string
  friendly_name?: string
  factor_type: 'totp' | 'recovery_code'
  status: 'unverified' | 'verified'
  created_at: string
  updated_at: string
  last_challenged_at?: string
}

/** SQL for the factors of `auth.users u` as a JSON array, oldest first. */
export const FACTORS_OF_USER = raw(`(
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'id', f.id, 'friendly_name', nullif(f.friendly_name, ''), 'factor_type', f.factor_type, 'status', f.status,
      'created_at', f.created_at, 'updated_at', f.updated_at, 'last_challenged_at', f.last_challenged_at)
    ) order by f.created_at, f.id), '[]')
  from auth.mfa_factors f where f.user_id = u.id)`)

/** Recovery codes are never the only factor, because they are deleted with the last authenticator app. */
export function hasVerifiedFactor(user: { factors: FactorJson[] }): boolean {
  return user.factors.some((factor) => factor.status === 'verified')
}

export function findRecoveryCodesFactor(user: { factors: FactorJson[] }): FactorJson | null {
  return user.factors.find((factor) => factor.factor_type === 'recovery_code') ?? null
}

/** @throws AuthError when the user has no such authenticator app */
export function requireTotpFactor(user: { factors: FactorJson[] }, factorId: string): FactorJson {
  const factor = user.factors.find(({ id, factor_type }) => id === factorId && factor_type === 'totp')
  if (!factor) throw factorNotFound()
  return factor
}

/** Deletes a factor; the sessions that it raised fall back to `aal1`. */
export async function deleteFactor(
  sql: Session,
  { id, factor_type }: Pick<FactorJson, 'id' | 'factor_type'>,
): Promise<void> {
  await sql`delete from auth.mfa_factors where id = ${id}`
  const method = METHODS[factor_type]
  await sql`
    with lowered as (
      update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = ${id} returning id)
    delete from auth.mfa_amr_claims using lowered where session_id = lowered.id and authentication_method = ${method}`
}

/** The name of each kind of factor in the `amr` claim of a token. */
export const METHODS = { totp: 'totp', recovery_code: 'mfa/recovery_code' } as const
export type FactorMethod = (typeof METHODS)[keyof typeof METHODS]

export function factorNotFound(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
}
