import { errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { TokenScope } from '#core/domain/access-token.ts'
import { bearerOf, type HeaderReader } from '#server/platform/http/request-headers.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { looksLikeAccessToken } from '#server/supabase/auth/access-token.ts'
import { issuerOf } from '#server/supabase/auth/tokens.ts'

/** Cached tokens, about 1 kB each. */
const MAX_VERIFIED = 500

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'service' }
  | { kind: 'user'; userId: string; claims: JWTPayload }
  /** A program, in the name of the administrator who made its access token. */
  | { kind: 'token'; tokenId: string; userId: string; scopes: readonly TokenScope[]; claims: JWTPayload }
  /** `wait`: the seconds after which it is not too much any more, else 0. */
  | { kind: 'refused'; reason: string; wait?: number }

export type AdmittedCaller = Exclude<Caller, { kind: 'refused' }>

/** The key by which requests are counted: a token is not counted with the person who made it. */
export function countedAs(caller: AdmittedCaller): string {
  if (caller.kind === 'token') return `token ${caller.tokenId}`
  return caller.kind === 'user' ? caller.userId : caller.kind
}

export const isUuid = (text: string): boolean => UUID.test(text)

/** The user to whom belongs what a caller stores. */
export const ownerOf = (caller: AdmittedCaller): string | null => ('userId' in caller ? caller.userId : null)

/** Returns true if a request has an API key, or an access token, which stands for one. */
export const hasApiKey = (headers: HeaderReader): boolean =>
  Boolean(headers.get('apikey')) || /^bearer +aiw_/i.test(headers.get('authorization') ?? '')

const TWO_CREDENTIALS =
  'The header apikey has an access token, and Authorization has something else. Send the access token as Authorization: Bearer; apikey may have it too, or the publishable key.'

/**
 * Identifies the caller of a request by its `apikey` and `Authorization` headers. A bearer token is valid only when it is one of
 * our keys, an access token, or a JWT that this site has issued and signed with HS256, that ends and has not ended, and is for the audience
 * `authenticated`. The official client sends an access token that is given as its key in both headers.
 */
export function createCallerCheck(
  { secrets, siteUrl }: { secrets: Secrets; siteUrl: string },
  findToken: (token: string) => Promise<Caller>,
): (headers: HeaderReader) => Promise<Caller> {
  const key = new TextEncoder().encode(secrets.jwtSecret)
  const expected = {
    algorithms: ['HS256'],
    audience: 'authenticated',
    issuer: issuerOf(siteUrl),
    requiredClaims: ['exp'],
  }
  // A verified signature stays valid, so only the expiry is checked again.
  const verified = new LRUCache<string, JWTPayload & { sub: string; exp: number }>({ max: MAX_VERIFIED })
  return async (headers) => {
    const apiKey = headers.get('apikey')
    const token = bearerOf(headers)
    const credential = token ?? apiKey
    if (apiKey && looksLikeAccessToken(apiKey) && apiKey !== credential)
      return { kind: 'refused', reason: TWO_CREDENTIALS }
    if (credential && looksLikeAccessToken(credential)) return findToken(credential)
    if (!credential || credential === secrets.publishableKey) {
      return apiKey === secrets.secretKey ? { kind: 'service' } : { kind: 'anonymous' }
    }
    if (credential === secrets.secretKey) return { kind: 'service' }
    const cached = verified.get(credential)
    if (cached && cached.exp > Date.now() / 1000) return { kind: 'user', userId: cached.sub, claims: cached }
    try {
      const { payload } = await jwtVerify(credential, key, expected)
      const { sub, exp = 0 } = payload
      if (typeof sub !== 'string' || sub === '') return { kind: 'refused', reason: 'invalid JWT: no subject' }
      if (!isUuid(sub)) return { kind: 'refused', reason: 'invalid claim: sub claim must be a UUID' }
      verified.set(credential, { ...payload, sub, exp })
      return { kind: 'user', userId: sub, claims: payload }
    } catch (error) {
      const reason = error instanceof errors.JWTExpired ? 'JWT expired' : 'invalid JWT'
      return { kind: 'refused', reason }
    }
  }
}
