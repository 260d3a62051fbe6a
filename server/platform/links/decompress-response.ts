import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The encodings that `decompressResponse` reads, for the header of a request. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br'

/** The body of a response as it was before it was compressed. Its reader has to count the bytes: a small body can become a large one. */
export function decompressResponse(response: IncomingMessage): Readable {
  const pipeInto = (stream: NodeJS.ReadWriteStream & Readable) => {
    response.on('error', (error) => stream.destroy(error))
    return response.pipe(stream)
  }
  switch (response.headers['content-encoding']?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return pipeInto(createGunzip())
    case 'deflate':
      return pipeInto(createInflate())
    case 'br':
      return pipeInto(createBrotliDecompress())
    default:
      return response
  }
}
