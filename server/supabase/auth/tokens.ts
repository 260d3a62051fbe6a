import { createHash, createHmac, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import type { UserRow } from '#server/supabase/auth/users.ts'

export const ACCESS_TOKEN_SECONDS = 3600

/** The claims of an access token about its session. */
export interface SessionClaims {
  id: string
  aal: string
  /** The ways in which the user signed in, latest first; times in seconds since 1970. */
  amr: { method: string; timestamp: number }[]
}

interface AccessToken {
  token: string
  /** The expiry in seconds since 1970. */
  expiresAt: number
}

export type SignAccessToken = (user: UserRow, session: SessionClaims) => Promise<AccessToken>

/** The issuer of a site's tokens, which are of no use at another one with the same secret. */
export const issuerOf = (siteUrl: string): string => `${siteUrl}/auth/v1`

/** Signs access tokens with HS256, with the same claims as GoTrue. */
export function createAccessTokens(options: { jwtSecret: string; siteUrl: string }): SignAccessToken {
  const key = new TextEncoder().encode(options.jwtSecret)
  return async (user, session) => {
    const issuedAt = Math.floor(Date.now() / 1000)
    const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS
    const token = await new SignJWT({
      iss: issuerOf(options.siteUrl),
      sub: user.id,
      aud: user.aud,
      exp: expiresAt,
      iat: issuedAt,
      email: user.email,
      phone: '',
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      role: user.role,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: false,
    })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(key)
    return { token, expiresAt }
  }
}

/** A token of 256 random bits: that of a mailed link, or the first refresh token of a session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Only the hash of a token is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export type NextRefreshToken = (token: string, sessionId: string) => string

/**
 * Derives the refresh token that follows another one in a session. It can be returned again although it is not stored, and
 * cannot be predicted without the site's secret.
 */
export function createRefreshTokenChain(jwtSecret: string): NextRefreshToken {
  const key = createHmac('sha256', jwtSecret).update('succession of refresh tokens').digest()
  return (token, sessionId) => createHmac('sha256', key).update(`${sessionId} ${token}`).digest('base64url')
}
