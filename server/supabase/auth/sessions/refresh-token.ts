import { createHash, createHmac, randomBytes } from 'node:crypto'

/** The first refresh token of a session, 256 random bits. Every later one is derived from it. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Only the hash of a token is stored. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export type SuccessorOf = (token: string, sessionId: string) => string

/**
 * Derives the refresh token that follows another one in a session. So it can be returned again although it is stored nowhere, and
 * nobody without the site's secret can predict it.
 */
export function createSuccession(jwtSecret: string): SuccessorOf {
  const key = createHmac('sha256', jwtSecret).update('succession of refresh tokens').digest()
  return (token, sessionId) => createHmac('sha256', key).update(`${sessionId} ${token}`).digest('base64url')
}
