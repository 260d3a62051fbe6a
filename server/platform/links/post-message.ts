import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { WebhookProblem } from '#core/domain/webhook.ts'
import { PrivateAddressError } from '#server/platform/links/public-address.ts'
import { type ClientOptions, hostOf, sendPublicRequest } from '#server/platform/links/public-request.ts'

/** The time until the headers of the answer are there. */
const TIMEOUT_MS = 10_000
/** For the beginning of the answer, which decides nothing. */
const READ_MS = 2_000
const MAX_ANSWER_BYTES = 2_048
const MAX_ANSWER_LENGTH = 500

export interface PostOutcome {
  /** Null when it was taken. */
  problem: WebhookProblem | null
  /** Null when there was no answer. */
  status: number | null
  /** The beginning of the answer, in one line. */
  answer: string
}

/**
 * Tells whether requests may go to an address by what it says: https, or an IP address that the environment allows. A name with a dot at
 * its end is another one for whatever is counted or blocked by it, and the same server.
 */
export function isAllowedTarget(url: URL, allowed: readonly string[]): boolean {
  const host = hostOf(url)
  if (url.username || url.password) return false
  if (allowed.includes(host)) return /^https?:$/.test(url.protocol)
  return url.protocol === 'https:' && url.port === '' && (isIP(host) > 0 || /\..*[^.]$/.test(host))
}

/** Posts a message once. Redirects are not followed: the message is meant for the address that an administrator has entered. */
export async function postMessage(
  address: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  client: ClientOptions & { signal: AbortSignal; timeoutMs?: number },
): Promise<PostOutcome> {
  const failed = (problem: WebhookProblem): PostOutcome => ({ problem, status: null, answer: '' })
  const url = URL.parse(address)
  if (!url || !isAllowedTarget(url, client.allowed)) return failed('address')
  const timeout = AbortSignal.timeout(client.timeoutMs ?? TIMEOUT_MS)
  let response: IncomingMessage
  try {
    response = await sendPublicRequest(url, {
      ...client,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...headers,
        'content-length': String(Buffer.byteLength(body)),
        'accept-encoding': 'identity',
      },
      signal: AbortSignal.any([client.signal, timeout]),
    })
  } catch (error) {
    // The worker stops: nobody has said that it failed.
    client.signal.throwIfAborted()
    return failed(timeout.aborted ? 'time' : problemOf(error))
  }
  const { statusCode: status = 0 } = response
  const problem = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status'
  return { problem, status, answer: await readBeginning(response) }
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => response.destroy(), READ_MS)
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // The part that has arrived is enough.
  } finally {
    clearTimeout(timer)
    response.destroy()
  }
  return Buffer.concat(chunks)
    .subarray(0, MAX_ANSWER_BYTES)
    .toString('utf8')
    .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_ANSWER_LENGTH)
    .toWellFormed()
}

/** The name of why there is no answer. */
export function problemOf(error: unknown): WebhookProblem {
  if (error instanceof PrivateAddressError) return 'private'
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  if (/^(?:ENOTFOUND|ERR_INVALID_URL)$/.test(code)) return 'name'
  return /CERT|TLS|SSL|ALTNAME/.test(code) ? 'certificate' : 'connection'
}

/** The pause after so many failures in a row: a minute, two, four … with a fifth more or less, so that not everything comes back at once. */
export function pauseAfter(failures: number, longestSeconds: number, random = Math.random()): number {
  return Math.min(60 * 2 ** Math.min(failures - 1, 20), longestSeconds) * (0.8 + 0.4 * random)
}
