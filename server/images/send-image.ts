import type { Context } from 'hono'
import { matchesEtag } from '#server/http/matches-etag.ts'

export const HOUR_S = 3600
export const DAY_S = 86_400
const YEAR_S = 31_536_000

/** Responds with an image and its strong ETag, or with 304, for which `read` is not called. */
export async function sendImage(
  c: Context,
  image: {
    type: 'image/avif' | 'image/webp' | 'image/png'
    etag: string
    /** Seconds until it expires; 'forever' for an address that contains the version of its content. */
    maxAge: number | 'forever'
    read: () => Promise<Buffer<ArrayBuffer> | null>
  },
): Promise<Response> {
  const headers = {
    etag: image.etag,
    'cache-control':
      image.maxAge === 'forever' ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${image.maxAge}`,
  }
  if (matchesEtag(c.req.header('if-none-match'), image.etag)) return c.body(null, 304, headers)
  const bytes = await image.read()
  if (bytes === null) return sendNoImage(c)
  return c.body(bytes, 200, {
    ...headers,
    'content-type': image.type,
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
  })
}

export function sendNoImage(c: Context): Response {
  return c.text('Not found', 404, { 'x-content-type-options': 'nosniff' })
}
