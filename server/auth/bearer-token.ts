import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { Secrets } from '#server/secrets.ts'

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
  return async (headers) => {
    const apiKey = headers.get('apikey')
    const token = /^bearer +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1]?.trim()
    const claimed = token ?? apiKey
    if (!claimed || claimed === secrets.publishableKey) {
      return apiKey === secrets.secretKey ? { kind: 'service' } : { kind: 'anonymous' }
    }
    if (claimed === secrets.secretKey) return { kind: 'service' }
    try {
      const { payload } = await jwtVerify(claimed, key, { algorithms: ['HS256'], audience: 'authenticated' })
      if (!payload.sub) return { kind: 'refused', reason: 'invalid JWT: no subject' }
      return { kind: 'user', userId: payload.sub, claims: payload }
    } catch (error) {
      const reason = error instanceof errors.JWTExpired ? 'JWT expired' : 'invalid JWT'
      return { kind: 'refused', reason }
    }
  }
}
