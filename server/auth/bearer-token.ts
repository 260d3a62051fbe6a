import { errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Secrets } from '#server/secrets.ts'

/** Some 1 kB each. */
const MAX_VERIFIED = 500

export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'service' }
  | { kind: 'user'; userId: string; claims: JWTPayload }
  | { kind: 'refused'; reason: string }

/** Of a request's headers, whatever holds them. */
export interface HeaderReader {
  get(name: string): string | null | undefined
}

/**
 * Who a request claims to be, by its `apikey` and `Authorization` headers. A bearer token counts only when it is one
 * of our keys or a JWT signed by us with HS256, unexpired and for the audience `authenticated`.
 */
export function createCallerCheck(secrets: Secrets): (headers: HeaderReader) => Promise<Caller> {
  const key = new TextEncoder().encode(secrets.jwtSecret)
  // A signature that was right stays so; only time goes on.
  const verified = new LRUCache<string, JWTPayload & { sub: string; exp: number }>({ max: MAX_VERIFIED })
  return async (headers) => {
    const apiKey = headers.get('apikey')
    const token = /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim()
    const claimed = token ?? apiKey
    if (!claimed || claimed === secrets.publishableKey) {
      return apiKey === secrets.secretKey ? { kind: 'service' } : { kind: 'anonymous' }
    }
    if (claimed === secrets.secretKey) return { kind: 'service' }
    const known = verified.get(claimed)
    if (known && known.exp > Date.now() / 1000) return { kind: 'user', userId: known.sub, claims: known }
    try {
      const { payload } = await jwtVerify(claimed, key, { algorithms: ['HS256'], audience: 'authenticated' })
      const { sub, exp } = payload
      if (typeof sub !== 'string' || sub === '') return { kind: 'refused', reason: 'invalid JWT: no subject' }
      if (exp) verified.set(claimed, { ...payload, sub, exp })
      return { kind: 'user', userId: sub, claims: payload }
    } catch (error) {
      const reason = error instanceof errors.JWTExpired ? 'JWT expired' : 'invalid JWT'
      return { kind: 'refused', reason }
    }
  }
}
