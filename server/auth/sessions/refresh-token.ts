import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits; every later token of the session follows from it. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export type SuccessorOf = (token: string, sessionId: string) => string

/**
 * Names the token that follows another one in a session. It can be named again for whoever asks twice, although it is stored
 * nowhere: nobody without the secret of the site can tell it from chance.
 */
export function createSuccession(jwtSecret: string): SuccessorOf {
  const key = createHmac('sha256', jwtSecret).update('succession of refresh tokens').digest()
  return (token, sessionId) => createHmac('sha256', key).update(`${sessionId} ${token}`).digest('base64url')
}
