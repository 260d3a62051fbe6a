import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Nearly the size of the best level at a tenth of its time. */
const BROTLI_QUALITY = 6

export type Encoding = 'br' | 'gzip' | 'identity'

/** A page as it leaves: each encoding with its own strong ETag (RFC 9110, 8.8.3.3). */
export interface KeptPage {
  variants: Record<
    Encoding,
    { readonly body: Buffer<ArrayBuffer>; etag: string; headers: Record<string, string> }
  >
  tags: ReadonlySet<string>
  bytes: number
}

export async function keepPage(options: {
  body: Buffer
  headers: Record<string, string>
  tags: ReadonlySet<string>
}): Promise<KeptPage> {
  const { body, tags } = options
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const [br, zipped] = await Promise.all([
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    compressGzip(body),
  ])
  const describe = (encoding: Encoding, length: number) => {
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
    const headers: Record<string, string> = { ...options.headers, etag, 'content-length': String(length) }
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    return { etag, headers }
  }
  return {
    variants: {
      br: { body: br, ...describe('br', br.length) },
      gzip: { body: zipped, ...describe('gzip', zipped.length) },
      // Asked for by few, and twice the size of the others together.
      identity: {
        get body() {
          return gunzipSync(zipped)
        },
        ...describe('identity', body.length),
      },
    },
    tags,
    bytes: br.length + zipped.length,
  }
}

/** The best encoding that the client takes; a `q=0` rules one out. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity'
  const accepts = (name: string) =>
    new RegExp(`(^|[\\s,])${name}\\s*(,|$|;\\s*q=(?!0(\\.0*)?\\s*(,|$)))`).test(acceptEncoding)
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : 'identity'
}

/** Whether If-None-Match names this variant; weak comparison, as RFC 9110 (13.1.2) asks for. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}
