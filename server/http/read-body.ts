import type { IncomingMessage } from 'node:http'

export class BodyError extends Error {
  override name = 'BodyError'
  readonly reason: 'too large' | 'no UTF-8'

  constructor(reason: 'too large' | 'no UTF-8') {
    super(`The body of the request is ${reason}`)
    this.reason = reason
  }
}

/**
 * The body of a request as text. Reading stops as soon as it is longer than allowed.
 * @throws BodyError
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyError('too large')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new BodyError('too large')
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new BodyError('no UTF-8')
  }
}
