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

/** A body may begin slowly; five megabytes take five minutes at this speed. */
const LEAST_SPEED = { afterMs: 5_000, bytesPerSecond: 16 * 1024 }
const CHECK_MS = 1_000

/** Disconnects a client whose body arrives more slowly than that, all in all, until the returned function is called. */
export function requireSpeed(incoming: IncomingMessage | undefined): () => void {
  if (!incoming) return () => {}
  const begun = performance.now()
  const before = incoming.socket.bytesRead
  const timer = setInterval(() => {
    const seconds = (performance.now() - begun - LEAST_SPEED.afterMs) / 1000
    if (incoming.socket.bytesRead - before < seconds * LEAST_SPEED.bytesPerSecond) incoming.destroy()
  }, CHECK_MS).unref()
  return () => clearInterval(timer)
}
