import type { Session } from '#server/platform/database/connection.ts'
import { fragment, raw } from '#server/platform/database/fragment.ts'
import { FACTORS_OF_USER, type FactorJson } from '#server/supabase/auth/factors/factors.ts'
import { isBcrypt, type StoredPassword } from '#server/supabase/auth/passwords/check-password.ts'

/** The columns of a user that are read; never the password. */
export interface UserRow {
  id: string
  aud: string
  role: string
  email: string
  email_confirmed_at: Date | null
  last_sign_in_at: Date | null
  banned_until: Date | null
  raw_app_meta_data: object
  raw_user_meta_data: object
  identities: object[]
  factors: FactorJson[]
  created_at: Date
  updated_at: Date
}

/** SQL for the columns of `auth.users u`, with identities and factors in the form of GoTrue. */
export const USER_COLUMNS = fragment`${raw(`
  u.id, coalesce(u.aud, 'authenticated') as aud, coalesce(u.role, 'authenticated') as role, coalesce(u.email, '') as email,
  u.email_confirmed_at, u.last_sign_in_at, u.banned_until, u.created_at, u.updated_at,
  coalesce(u.raw_app_meta_data, '{}') as raw_app_meta_data, coalesce(u.raw_user_meta_data, '{}') as raw_user_meta_data,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
      'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
      'updated_at', i.updated_at, 'email', i.email) order by i.created_at), '[]')
    from auth.identities i where i.user_id = u.id) as identities`)}, ${FACTORS_OF_USER} as factors`

/** A user in the form that GoTrue's responses have. */
export function userJson(user: UserRow) {
  const at = (time: Date | null) => time?.toISOString()
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    email_confirmed_at: at(user.email_confirmed_at),
    phone: '',
    confirmed_at: at(user.email_confirmed_at),
    last_sign_in_at: at(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities,
    // GoTrue leaves an empty list out, and the official client treats a missing one as empty.
    ...(user.factors.length > 0 && { factors: user.factors }),
    created_at: at(user.created_at),
    updated_at: at(user.updated_at),
    is_anonymous: false,
  }
}

export function isBanned({ banned_until }: Pick<UserRow, 'banned_until'>): boolean {
  return banned_until !== null && banned_until.getTime() > Date.now()
}

/** The stored hash against which a user's password is checked. */
export async function findStoredPassword(sql: Session, userId: string): Promise<StoredPassword> {
  const [row] = await sql<{ hash: string | null }[]>`
    select encrypted_password as hash from auth.users where id = ${userId}`
  const hash = row?.hash ?? null
  return { hash, hasOldHashes: isBcrypt(hash) }
}

/** The user with an address and the stored password hash. Without such a user both are null, but the result has the same form. */
export async function findAccount(
  sql: Session,
  email: string,
): Promise<{ userId: string | null; password: StoredPassword }> {
  const [row] = await sql<[{ id: string | null; hash: string | null; has_old: boolean }]>`
    select u.id, u.encrypted_password as hash, old.exists as has_old
    from (select exists (select from auth.users where encrypted_password like '$2%')) old
    left join auth.users u on lower(u.email) = ${email.toLowerCase()} and not u.is_sso_user
    order by u.created_at limit 1`
  return { userId: row.id, password: { hash: row.hash, hasOldHashes: row.has_old } }
}
