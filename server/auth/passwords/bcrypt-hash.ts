import { randomBytes } from 'node:crypto'
import type { Session } from '#server/database/connection.ts'

/** Cost 12 takes four times as long as the 10 that hashes of ours have. */
const HASH = /^\$2[aby]\$(?:0[4-9]|1[0-2])\$[./A-Za-z0-9]{53}$/
/** A hash of nothing, with the cost that hashes of ours have. */
const NOBODY = `$2a$10$${randomBytes(40).toString('base64').replaceAll('+', '.').slice(0, 53)}`

export function isBcrypt(stored: string | null): boolean {
  return HASH.test(stored ?? '')
}

/**
 * Checks a password against a hash of the time before scrypt; the same work where there is none. bcrypt looks at the first
 * 72 bytes, as it did when the hash was made.
 */
export async function matchesBcrypt(sql: Session, password: string, stored: string | null): Promise<boolean> {
  const isKnown = isBcrypt(stored)
  // pgcrypto knows the algorithm by the first of its names only.
  const hash = (isKnown && stored ? stored : NOBODY).replace(/^\$2[by]/, '$2a')
  const [row] = await sql<[{ matches: boolean }]>`
    select extensions.crypt(${password}, ${hash}) = ${hash} as matches`
  return isKnown && row.matches
}
