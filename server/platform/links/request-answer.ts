import { type ClientOptions, sendPublicRequest } from '#server/platform/links/public-request.ts'

/** For the answer, and as much of it as is read. */
const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 2_048

export interface ShortAnswer {
  status: number
  /** The `Retry-After` of a response 429 or 503; null without a number of seconds. */
  retryAfterSeconds: number | null
  /** The whole answer, where it was asked for and is short. */
  body: string
}

/**
 * Sends one request to a server that anybody may have named: to public addresses only, without following redirects, within bounds of time
 * and size.
 * @throws why there is no answer
 */
export async function requestAnswer(
  url: URL,
  client: ClientOptions,
  {
    signal,
    reads = false,
    timeoutMs = TIMEOUT_MS,
    ...request
  }: {
    method: 'GET' | 'POST'
    headers: Record<string, string>
    body?: Buffer
    signal: AbortSignal
    /** False if the body of the response is not needed. */
    reads?: boolean
    timeoutMs?: number
  },
): Promise<ShortAnswer> {
  const response = await sendPublicRequest(url, {
    ...client,
    ...request,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  const { statusCode: status = 0, headers } = response
  const seconds = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0]
  const chunks: Buffer[] = []
  let size = 0
  try {
    if (reads)
      for await (const chunk of response as AsyncIterable<Buffer>) {
        chunks.push(chunk)
        size += chunk.length
        if (size > MAX_ANSWER_BYTES) break
      }
  } finally {
    response.destroy()
  }
  const body = size > MAX_ANSWER_BYTES ? '' : Buffer.concat(chunks).toString('utf8')
  return { status, retryAfterSeconds: seconds === undefined ? null : Number(seconds), body }
}
