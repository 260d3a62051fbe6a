import type { IncomingMessage } from 'node:http'
import { ACCEPTED_ENCODINGS, decompressResponse } from '#server/platform/links/decompress-response.ts'
import { type ClientOptions, sendPublicRequest } from '#server/platform/links/public-request.ts'

const TIMEOUT_MS = { HEAD: 5_000, GET: 10_000 }
/** Enough for the title and the first words of a page. */
const MAX_BODY_BYTES = 256 * 1024

export interface PageAnswer {
  status: number
  location: string | null
  /** The beginning of the page, for a GET that returned HTML. */
  html: string
}

/**
 * Asks for a page, without following redirects. `signal` aborts it.
 * @throws PrivateAddressError, or why there is no answer
 */
export async function requestPage(
  url: URL,
  method: 'HEAD' | 'GET',
  options: ClientOptions & { signal: AbortSignal },
): Promise<PageAnswer> {
  const response = await sendPublicRequest(url, {
    ...options,
    method,
    signal: AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS[method])]),
    headers: {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.5',
      'accept-encoding': ACCEPTED_ENCODINGS,
    },
  })
  try {
    const { statusCode: status = 0, headers } = response
    const isHtml = /^(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '')
    const html = method === 'GET' && status === 200 && isHtml ? await readBeginning(response) : ''
    return { status, location: headers.location ?? null, html }
  } finally {
    response.destroy()
  }
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Decompressed bytes are counted, so that a small body cannot become a large one.
    for await (const chunk of decompressResponse(response)) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size >= MAX_BODY_BYTES) break
    }
  } catch (error) {
    if (size === 0) throw error
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8')
}
