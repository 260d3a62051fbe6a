import { findPasswordFlaw } from '#core/domain/password.ts'
import { isBcrypt, matchesBcrypt } from '#server/auth/passwords/bcrypt-hash.ts'
import { type DeriveKey, matchesScrypt } from '#server/auth/passwords/scrypt-hash.ts'
import type { Session } from '#server/database/connection.ts'

/** What is known about the password of whoever was named. */
export interface StoredPassword {
  /** Null when there is no such user, or one without a password. */
  hash: string | null
  /** Whether any user still has a hash of the time before scrypt. */
  hasOldHashes: boolean
}

/**
 * Whether a password is the stored one. It takes one key derivation for everyone, and one bcrypt for everyone as long as
 * somebody needs it, so that time does not tell who exists.
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

/** Nobody can have it: neither its length nor its characters were ever accepted. */
export function isImpossible(password: string): boolean {
  const flaw = findPasswordFlaw(password)
  return flaw === 'too_long' || flaw === 'unreadable'
}
