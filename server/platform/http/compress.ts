import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)]

/** Compresses a text; the best quality is 11. */
export function compressBrotli(text: Buffer | string, quality: number): Promise<Buffer<ArrayBuffer>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  return brotliOf(text, { params })
}

/** Compresses a text; the best level is 9, and zlib takes 6 by itself. */
export function compressGzip(text: Buffer | string, level = 6): Promise<Buffer<ArrayBuffer>> {
  return gzipOf(text, { level })
}
