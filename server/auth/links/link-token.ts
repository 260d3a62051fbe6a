import { createHash, randomBytes } from 'node:crypto'

/** What stands in a mailed link: 256 random bits. */
export function newLinkToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of it. */
export function linkTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
