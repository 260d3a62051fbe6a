import { MailError } from '#server/mail/mail.ts'
import { describeRefusal, isSendingKey } from '#server/mail/transports/resend-refusal.ts'

/** A batch of a hundred ids has less than a tenth of this. */
const MAX_ANSWER_BYTES = 64 * 1024
/** Failures before there was a connection that could have carried anything. */
const BEFORE_SENDING =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/

export interface ResendServer {
  /** Without a slash at its end. */
  baseUrl: string
  key: string
  signal: AbortSignal
}

export interface ResendRequest {
  path: string
  /** Without a body it is a question, and changes nothing. */
  body?: string
  idempotencyKey?: string
}

/**
 * Sends one request, and returns what a success says. When the connection is lost meanwhile, a request with a key is sent once more:
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
    answer = readObject(await readBounded(response))
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

/** Nobody answered, or not to the end. */
class LostConnection extends MailError {}

function describeLoss(
  error: unknown,
  { host, request, signal }: { host: string; request: ResendRequest; signal: AbortSignal },
): MailError {
  const isQuestion = request.body === undefined
  const canRepeat = request.idempotencyKey !== undefined
  if (signal.aborted) {
    const kind = isQuestion ? 'temporary' : 'uncertain'
    const details = { canRepeat: canRepeat && !isQuestion, isTransportProblem: true }
    return new MailError(kind, `${host} took too long to answer`, details)
  }
  const cause = codeOf(error)
  if (isQuestion || BEFORE_SENDING.test(cause)) {
    return new MailError('temporary', `${host} cannot be reached (${cause})`, { isTransportProblem: true })
  }
  return new LostConnection('uncertain', `The connection to ${host} was lost before it answered (${cause})`, {
    canRepeat,
  })
}

/** The code of the system, such as ECONNREFUSED: the messages of errors may quote what was sent. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined
  return typeof cause?.code === 'string' && /^[A-Z_]{3,60}$/.test(cause.code) ? cause.code : 'no connection'
}

/** What is longer is no answer of Resend, and is not read further. */
async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
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
