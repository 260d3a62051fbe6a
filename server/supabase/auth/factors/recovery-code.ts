import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Crockford's base32, in which no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits. */
const CODE_CHARACTERS = 16
const CODES = 10

/** A new set of codes, in lower case and without separators; the browser groups them for display. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    // 256 is a multiple of 32, so every character is equally likely.
    Array.from(randomBytes(CODE_CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join(''),
  )
}

/** Normalises what somebody typed to the form in which codes are made; null when it cannot be a code. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(code) ? code : null
}

/** Hashes a code of a factor; only the hash is stored. */
export type HashRecoveryCode = (factorId: string, code: string) => string

/** The hash is keyed, so that a copy of the database alone does not help to find codes. */
export function createRecoveryCodeHash(jwtSecret: string): HashRecoveryCode {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'recovery codes', 32))
  return (factorId, code) => createHmac('sha256', key).update(`${factorId} ${code}`).digest('hex')
}
