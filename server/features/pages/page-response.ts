import { compressBrotli, compressGzip } from '#server/platform/http/compress.ts'
import { chooseEncoding } from '#server/platform/http/request-headers.ts'

/** The whole response for a page. */
export interface PageResponse {
  status: number
  headers: Record<string, string>
  body: Buffer<ArrayBuffer> | null
}

/** Done for one reader, while that reader waits. */
const BROTLI_QUALITY = 2
const GZIP_LEVEL = 2
/** Anything shorter fits into the first packets as it is. */
const MIN_BYTES = 1024
const TEXT = /^(text\/|application\/([\w.-]+\+)?(json|xml)\b|image\/svg)/

/** A response that is not cached, compressed where that makes it smaller. */
export async function compressResponse(
  acceptEncoding: string | undefined,
  response: PageResponse,
): Promise<PageResponse> {
  const { status, headers, body } = response
  if (!TEXT.test(headers['content-type'] ?? '') || headers['content-encoding']) return response
  const vary = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding'
  const encoding = chooseEncoding(acceptEncoding)
  if (!body || encoding === 'identity' || body.length < MIN_BYTES)
    return { status, headers: { ...headers, vary }, body }
  const { 'content-length': _length, ...rest } = headers
  const compressed = encoding === 'br' ? compressBrotli(body, BROTLI_QUALITY) : compressGzip(body, GZIP_LEVEL)
  return { status, headers: { ...rest, vary, 'content-encoding': encoding }, body: await compressed }
}
