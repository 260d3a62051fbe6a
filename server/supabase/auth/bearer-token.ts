import { errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { HeaderReader } from '#server/platform/http/request-headers.ts'
import type { Secrets } from '#server/platform/secrets.ts'

/** Cached tokens, about 1 kB each. */
const MAX_VERIFIED = 500

export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'service' }
  | { kind: 'user'; userId: string; claims: JWTPayload }
  | { kind: 'refused'; reason: string }

/**
 * Identifies the caller of a request by its `apikey` and `Authorization` headers. A bearer token is valid only when it is one of
 * our keys, or a JWT that we signed with HS256, unexpired and for the audience `authenticated`.
 */
export function createCallerCheck(secrets: Secrets): (headers: HeaderReader) => Promise<Caller> {
  const key = new TextEncoder().encode(secrets.jwtSecret)
  // A verified signature stays valid, so only the expiry is checked again.
  const verified = new LRUCache<string, JWTPayload & { sub: string; exp: number }>({ max: MAX_VERIFIED })
  return async (headers) => {
    const apiKey = headers.get('apikey')
    const token = /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim()
    const credential = token ?? apiKey
    if (!credential || credential === secrets.publishableKey) {
      return apiKey === secrets.secretKey ? { kind: 'service' } : { kind: 'anonymous' }
    }
    if (credential === secrets.secretKey) return { kind: 'service' }
    const cached = verified.get(credential)
    if (cached && cached.exp > Date.now() / 1000) return { kind: 'user', userId: cached.sub, claims: cached }
    try {
      const { payload } = await jwtVerify(credential, key, {
        algorithms: ['HS256'],
        audience: 'authenticated',
      })
      const { sub, exp } = payload
      if (typeof sub !== 'string' || sub === '') return { kind: 'refused', reason: 'invalid JWT: no subject' }
      if (exp) verified.set(credential, { ...payload, sub, exp })
      return { kind: 'user', userId: sub, claims: payload }
    } catch (error) {
      const reason = error instanceof errors.JWTExpired ? 'JWT expired' : 'invalid JWT'
      return { kind: 'refused', reason }
    }
  }
}
