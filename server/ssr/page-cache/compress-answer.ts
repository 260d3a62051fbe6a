import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chooseEncoding } from '#server/ssr/page-cache/kept-page.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Done for one reader, while that reader waits. */
const BROTLI_QUALITY = 2
const GZIP_LEVEL = 2
/** Anything shorter fits into the first packets as it is. */
const MIN_BYTES = 1024
const TEXT = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b|image\/svg)/

/** An answer that is not kept, smaller where that pays. */
export async function compressAnswer(request: Request, response: Response): Promise<Response> {
  const isText = TEXT.test(response.headers.get('content-type') ?? '')
  if (!isText || response.headers.has('content-encoding')) return response
  const headers = new Headers(response.headers)
  headers.append('vary', 'accept-encoding')
  const { status } = response
  if (!response.body || request.method === 'HEAD') return new Response(null, { status, headers })
  const body = Buffer.from(await response.arrayBuffer())
  const encoding = chooseEncoding(request.headers.get('accept-encoding') ?? undefined)
  if (encoding === 'identity' || body.length < MIN_BYTES) return new Response(body, { status, headers })
  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  const compressed = encoding === 'br' ? compressFast(body) : compressGzip(body, { level: GZIP_LEVEL })
  return new Response(new Uint8Array(await compressed), { status, headers })
}

function compressFast(body: Buffer): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return compressBrotli(body, { params })
}
