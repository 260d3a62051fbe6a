import { findPasswordFlaw } from '#core/domain/password.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { isBcrypt, matchesBcrypt } from '#server/supabase/auth/passwords/bcrypt-hash.ts'
import { type DeriveKey, matchesScrypt } from '#server/supabase/auth/passwords/scrypt-hash.ts'

/** What is stored about the password of a user. */
export interface StoredPassword {
  /** Null when there is no such user, or one without a password. */
  hash: string | null
  /** Whether any user still has a bcrypt hash. */
  hasOldHashes: boolean
}

/**
 * Whether a password is the stored one. Every check takes one scrypt derivation, and one bcrypt computation as long as any user has
 * a bcrypt hash, so that the time taken does not reveal which users exist.
 */
export async function checkPassword(
  sql: Session,
  password: string,
  { hash, hasOldHashes }: StoredPassword,
  derive?: DeriveKey,
): Promise<boolean> {
  const matchesOld = hasOldHashes && (await matchesBcrypt(sql, password, hash))
  const matchesNew = await matchesScrypt(password, hash, derive)
  return isBcrypt(hash) ? matchesOld : matchesNew
}

/** Whether nobody can have this password, because its length or its characters were never accepted. */
export function isImpossible(password: string): boolean {
  const flaw = findPasswordFlaw(password)
  return flaw === 'too_long' || flaw === 'unreadable'
}
