import { MailError } from '#server/platform/mail/mail.ts'
import {
  networkErrorCode,
  networkFailure,
  readBounded,
  readRetryAfter,
} from '#server/platform/provider-response.ts'

const MAX_REASON_LENGTH = 200

interface Refusal {
  host: string
  key: string
  status: number
  headers: Headers
  /** Resend's are `{ statusCode, name, message }`. */
  answer: { name?: unknown; message?: unknown }
}

/** A batch of a hundred ids has less than a tenth of this. */
const MAX_ANSWER_BYTES = 64 * 1024
/** Failures before there was a connection that could have carried anything. */
const BEFORE_SENDING =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/

interface ResendServer {
  /** The address without a slash at its end. */
  baseUrl: string
  key: string
  signal: AbortSignal
}

export interface ResendRequest {
  path: string
  /** A request without a body only reads. */
  body?: string
  idempotencyKey?: string
}

/**
 * Sends one request, and returns the body of a successful response. When the connection is lost, a request with a key is sent once more:
 * mostly the server had only closed a connection that was idle.
 * @throws MailError
 */
export async function askResend(server: ResendServer, request: ResendRequest): Promise<object> {
  try {
    return await ask(server, request)
  } catch (error) {
    if (!(error instanceof LostConnection) || server.signal.aborted) throw error
    return ask(server, request)
  }
}

async function ask(server: ResendServer, request: ResendRequest): Promise<object> {
  const { baseUrl, key, signal } = server
  const { host } = new URL(baseUrl)
  if (signal.aborted) throw new MailError('temporary', 'It was given up before it was sent')
  let response: Response
  let answer: object
  try {
    response = await fetch(`${baseUrl}${request.path}`, {
      method: request.body === undefined ? 'GET' : 'POST',
      headers: headersOf(request, key),
      ...(request.body !== undefined && { body: request.body }),
      redirect: 'manual',
      signal,
    })
    answer = readObject((await readBounded(response, MAX_ANSWER_BYTES)) ?? '')
  } catch (error) {
    throw describeLoss(error, { host, request, signal })
  }
  if (!response.ok) {
    const { status, headers } = response
    const refusal = { host, key, status, headers, answer }
    const isGoodEnough = request.body === undefined && isSendingKey(refusal)
    if (!isGoodEnough) throw describeRefusal(refusal)
  }
  return answer
}

function headersOf({ body, idempotencyKey }: ResendRequest, key: string): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    // Servers behind Cloudflare refuse requests without one.
    'user-agent': 'ai-watch',
    ...(body !== undefined && { 'content-type': 'application/json', 'x-batch-validation': 'strict' }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
}

/** The connection was lost before the response was complete. */
class LostConnection extends MailError {}

function describeLoss(
  error: unknown,
  { host, request, signal }: { host: string; request: ResendRequest; signal: AbortSignal },
): MailError {
  const isQuestion = request.body === undefined
  const canRepeat = request.idempotencyKey !== undefined
  if (signal.aborted) {
    const kind = isQuestion ? 'temporary' : 'uncertain'
    const details = {
      canRepeat: canRepeat && !isQuestion,
      isTransportProblem: true,
      problem: 'timeout',
    } as const
    return new MailError(kind, `${host} took too long to answer`, details)
  }
  const code = networkErrorCode(error) ?? ''
  const cause = networkFailure(error)
  if (isQuestion || BEFORE_SENDING.test(code)) {
    const problem = /CERT|TLS|SSL|UNABLE_TO/.test(code) ? 'tls' : 'no_answer'
    return new MailError('temporary', `${host} cannot be reached: ${cause}`, {
      isTransportProblem: true,
      isUnoffered: true,
      problem,
    })
  }
  return new LostConnection('uncertain', `The connection to ${host} was lost before it answered: ${cause}`, {
    canRepeat,
  })
}

/** Empty when the text is no JSON object. */
function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** Returns true if a key that may only send mails was rejected for another request, and so is valid. */
function isSendingKey({ status, answer }: Refusal): boolean {
  return status === 401 && answer.name === 'restricted_api_key'
}

/** Describes what an unsuccessful response means for the mails in its request. */
function describeRefusal(refusal: Refusal): MailError {
  const { host, status, answer } = refusal
  const said = `${host} answered ${status}: ${reasonOf(refusal)}`
  const { headers } = refusal
  const retryAfterMs =
    readRetryAfter(headers.get('retry-after') ?? headers.get('ratelimit-reset')) ?? undefined
  if (status === 401 || status === 403) {
    const message = `${host} refuses our key or our sender (${status}): ${reasonOf(refusal)}`
    // The key is not known, or may not send; otherwise the domain of the sender is not verified.
    const problem = status === 401 || /api_key/.test(String(answer.name)) ? 'key' : 'sender'
    return new MailError('temporary', message, { isTransportProblem: true, isLasting: true, problem })
  }
  if (status === 429) {
    // The quota of the day, or of the month.
    const isQuota = typeof answer.name === 'string' && answer.name.endsWith('quota_exceeded')
    const details = { isTransportProblem: isQuota, isLasting: isQuota, isBusy: true }
    return new MailError('temporary', said, { retryAfterMs, ...details, problem: 'refused' })
  }
  // A gateway may answer in this way although the request has arrived.
  if (status >= 500 || status === 408) {
    return new MailError('temporary', said, { retryAfterMs, canRepeat: true, problem: 'refused' })
  }
  if (status === 409) {
    // The first request with this key has not ended, or it had another content, and then it was taken.
    const isRunning = answer.name === 'concurrent_idempotent_requests' || answer.name === 'resource_locked'
    return new MailError('uncertain', said, { retryAfterMs, canRepeat: isRunning })
  }
  // Redirects are not followed, because they would take the key elsewhere. Other forms of responses come from servers in front of Resend.
  if (status < 400 || status === 404 || status === 405 || (status !== 413 && typeof answer.name !== 'string'))
    return new MailError('temporary', said, { isTransportProblem: true, problem: 'refused' })
  return new MailError('permanent', said, { problem: 'refused' })
}

/** One short line, without the key: a server may repeat what it was sent. */
function reasonOf({ key, answer }: Refusal): string {
  const words = [answer.name, answer.message].filter((word) => typeof word === 'string')
  const line = words
    .join(', ')
    .replaceAll(key, '…')
    .replace(/[\s\p{C}]+/gu, ' ')
  return line.trim().slice(0, MAX_REASON_LENGTH) || 'no reason given'
}
