import { randomBytes } from 'node:crypto'
import { findPasswordFlaw } from '#core/domain/password.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type DeriveKey, matchesScrypt } from '#server/supabase/auth/passwords/scrypt-hash.ts'

/** Up to cost 12, which takes four times as long as our own hashes with cost 10. */
const HASH = /^\$2[aby]\$(?:0[4-9]|1[0-2])\$[./A-Za-z0-9]{53}$/

export interface StoredPassword {
  /** Null when there is no such user, or one without a password. */
  hash: string | null
  /** True if any user still has a bcrypt hash. */
  hasOldHashes: boolean
}

/**
 * Returns true if a password is the stored one. Every check takes one scrypt derivation, and one bcrypt computation as long as any user has
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

/** Returns true if no user can have this password, because its length or its characters were never accepted. */
export function isUnacceptable(password: string): boolean {
  const flaw = findPasswordFlaw(password)
  return flaw === 'too_long' || flaw === 'unreadable'
}

/** A hash that no password matches, with the cost of our own hashes. */
const DUMMY_HASH = `$2a$10$${randomBytes(40).toString('base64').replaceAll('+', '.').slice(0, 53)}`

export function isBcrypt(stored: string | null): boolean {
  return HASH.test(stored ?? '')
}

/**
 * Checks a password against an old bcrypt hash, from before scrypt was used; without one it does the same work. bcrypt reads only
 * the first 72 bytes, as it did when the hash was made.
 */
async function matchesBcrypt(sql: Session, password: string, stored: string | null): Promise<boolean> {
  const isKnown = isBcrypt(stored)
  // pgcrypto accepts only the prefix $2a for this algorithm.
  const hash = (isKnown && stored ? stored : DUMMY_HASH).replace(/^\$2[by]/, '$2a')
  const [row] = await sql<[{ matches: boolean }]>`
    select extensions.crypt(${password}, ${hash}) = ${hash} as matches`
  return isKnown && row.matches
}
