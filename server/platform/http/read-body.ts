import type { IncomingMessage } from 'node:http'

type BodyProblem = 'too large' | 'no UTF-8' | 'not whole'

export class BodyError extends Error {
  override name = 'BodyError'
  readonly reason: BodyProblem

  constructor(reason: BodyProblem) {
    super(`The body of the request is ${reason}`)
    this.reason = reason
  }
}

/** A JSON body without its keys whose value is null, which clients of Supabase send for omitted values. */
export function withoutNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

/**
 * The body of a request as text. Reading stops as soon as it is longer than allowed.
 * @throws BodyError
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyError('too large')
  const chunks: Buffer[] = []
  let length = 0
  try {
    // The end of the reading would otherwise close the connection without a response.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    // The client disconnected.
    throw new BodyError('not whole')
  }
  if (length > maxBytes) throw new BodyError('too large')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new BodyError('no UTF-8')
  }
}
