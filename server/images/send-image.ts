import type { Context } from 'hono'
import { matchesEtag } from '#server/http/matches-etag.ts'

export const HOUR_S = 3600
export const DAY_S = 86_400
const YEAR_S = 31_536_000

/** A picture with a strong ETag; `read` is called only when the browser does not have it already. */
export async function sendImage(
  c: Context,
  image: {
    type: 'image/avif' | 'image/webp' | 'image/png'
    etag: string
    /** How long it may be used unasked; 'forever' for an address that holds its content's version. */
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
