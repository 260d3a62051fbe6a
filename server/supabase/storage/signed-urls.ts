import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import type { AdmittedCaller, Caller } from '#server/supabase/auth/bearer-token.ts'
import { invalidToken } from '#server/supabase/storage/storage-error.ts'

/** A link that is good for longer is better stored in a public bucket. */
export const MAX_EXPIRES_SECONDS = 365 * 86_400
/** The same time as with hosted Supabase. */
const UPLOAD_SECONDS = 2 * 3600
const MAX_TOKEN_LENGTH = 4096

const download = z.object({
  scope: z.literal('download'),
  url: z.string(),
  /** The query of a transformation that is part of the link. */
  transform: z.string().optional(),
  exp: z.int(),
})

const upload = z.object({
  scope: z.literal('upload'),
  url: z.string(),
  upsert: z.boolean(),
  /** The claims of the access token with which the link was asked for; null for the service key. */
  claims: z.record(z.string(), z.unknown()).nullable(),
  exp: z.int(),
})

type Download = z.infer<typeof download>

/** Signs and checks the tokens of links. Their key is derived, so that neither is accepted as an access token, nor the reverse. */
export function createSignedUrls({ jwtSecret }: { jwtSecret: string }) {
  const key = createHmac('sha256', jwtSecret).update('links to stored files').digest()

  const sign = (payload: Record<string, unknown>, seconds: number) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(key)

  /** @throws StorageError when the token is not one of ours for exactly this object */
  async function verify<Schema extends z.ZodType<{ url: string }>>(
    token: string | null,
    url: string,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    if (!token || token.length > MAX_TOKEN_LENGTH) throw invalidToken('Invalid JWT')
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] })
      const parsed = schema.safeParse(payload)
      if (parsed.success && parsed.data.url === url) return parsed.data
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw invalidToken('"exp" claim timestamp check failed')
    }
    throw invalidToken('Invalid JWT')
  }

  return {
    signDownload: (
      url: string,
      { seconds, transform }: { seconds: number; transform?: string | undefined },
    ) => sign({ scope: 'download', url, ...(transform && { transform }) }, seconds),
    verifyDownload: (token: string | null, url: string): Promise<Download> => verify(token, url, download),
    /** The permission is checked again when the link is used, with the rights of the caller who requested it. */
    signUpload(
      url: string,
      { upsert, caller }: { upsert: boolean; caller: Extract<Caller, { kind: 'user' | 'service' }> },
    ) {
      const claims = caller.kind === 'user' ? caller.claims : null
      return sign({ scope: 'upload', url, upsert, claims }, UPLOAD_SECONDS)
    },
    async verifyUpload(
      token: string | null,
      url: string,
    ): Promise<{ caller: AdmittedCaller; upsert: boolean }> {
      const { claims, upsert } = await verify(token, url, upload)
      if (!claims) return { caller: { kind: 'service' }, upsert }
      if (typeof claims.sub !== 'string') throw invalidToken('Invalid JWT')
      return { caller: { kind: 'user', userId: claims.sub, claims }, upsert }
    },
  }
}

export type SignedUrls = ReturnType<typeof createSignedUrls>
