import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** A mail that Resend would deliver. In a server that stores only recipients, the bodies are empty. */
export interface TakenMail {
  id: string
  from: string
  to: string[]
  subject: string
  html: string
  text: string
  replyTo: string[]
  headers: Record<string, string>
  tags: { name: string; value: string }[]
  idempotencyKey: string | null
  /** A digest of subject, HTML and text. */
  digest: string
}

/** A request and its response; null if there was none. */
export interface SeenRequest {
  method: string
  path: string
  idempotencyKey: string | null
  headers: IncomingMessage['headers']
  mails: number
  bytes: number
  status: number | null
}

/** The treatment of a request. `taken` says whether its mails are delivered all the same. */
export type ResendBehaviour =
  | { kind: 'accept'; afterMs?: number }
  | { kind: 'answer'; status: number; name?: string; message?: string; retryAfter?: string; taken?: boolean }
  /** Other bytes than Resend's. */
  | { kind: 'garble'; status: number; body: string; headers?: Record<string, string>; taken?: boolean }
  | { kind: 'drop'; taken: boolean }
  /** Never responds. */
  | { kind: 'hang'; taken: boolean }

type Behave =
  | ResendBehaviour
  | ((request: { path: string; number: number; mails: number }) => ResendBehaviour)

export interface ResendServer {
  /** For RESEND_BASE_URL and RESEND_API_KEY. */
  url: string
  key: string
  /** All mails that were taken, oldest first. */
  mails: TakenMail[]
  requests: SeenRequest[]
  behave(behaviour: Behave): void
  /** For the next requests, one each, before what `behave` says. */
  script(...behaviours: ResendBehaviour[]): void
  /** Forgets all keys, as after 24 hours. */
  forgetKeys(): void
  close(): Promise<void>
}

interface ResendOptions {
  key?: string
  /** Stores no bodies, so that it can receive the mails of a large audience. */
  keeps?: 'everything' | 'recipients'
  /** More are answered with 429. */
  requestsPerSecond?: number
}

interface Answer {
  status: number
  body: string
  headers?: Record<string, string>
}

interface KnownKey {
  digest: string
  /** Null while the first request with this key is under way. */
  answer: Answer | null
}

const MAX_BATCH = 100
const MAX_RECIPIENTS = 50
const MAX_KEY_LENGTH = 256
const SENDING_PATHS = ['/emails', '/emails/batch']

/** A server with the interface of Resend, over HTTP on a random port, that delivers nothing. */
export async function startResendServer(options: ResendOptions = {}): Promise<ResendServer> {
  const { key = `re_${randomUUID().replaceAll('-', '')}`, keeps = 'everything', requestsPerSecond } = options
  const mails: TakenMail[] = []
  const requests: SeenRequest[] = []
  const scripted: ResendBehaviour[] = []
  const hanging = new Set<() => void>()
  const keys = new Map<string, KnownKey>()
  const recent: number[] = []
  let behaviour: Behave = { kind: 'accept' }

  function chooseBehaviour(path: string, count: number): ResendBehaviour {
    const next = scripted.shift()
    if (next) return next
    return typeof behaviour === 'function'
      ? behaviour({ path, number: requests.length, mails: count })
      : behaviour
  }

  function isTooFast(): boolean {
    if (!requestsPerSecond) return false
    const now = Date.now()
    while (recent.length > 0 && (recent[0] ?? 0) <= now - 1000) recent.shift()
    if (recent.length >= requestsPerSecond) return true
    recent.push(now)
    return false
  }

  /** Takes the mails of a request that is in order, once for each key. */
  function take(path: string, body: string, idempotencyKey: string | null): Answer {
    const parsed = parse(body)
    if (parsed === null) return problem(422, 'invalid_json_body', 'The body is not valid JSON')
    const isBatch = path === '/emails/batch'
    if (isBatch !== Array.isArray(parsed))
      return problem(422, 'validation_error', 'The body has another form')
    const given = (isBatch ? parsed : [parsed]) as unknown[]
    if (given.length === 0 || given.length > MAX_BATCH)
      return problem(422, 'validation_error', `A batch has 1 to ${MAX_BATCH} emails`)
    for (const mail of given) {
      const flaw = findFlaw(mail)
      if (flaw) return problem(flaw.status, flaw.name, flaw.message)
    }
    const ids = given.map((mail) => {
      const taken = describeMail(mail as Record<string, unknown>, idempotencyKey)
      mails.push(keeps === 'everything' ? taken : { ...taken, html: '', text: '', headers: {}, tags: [] })
      return { id: taken.id }
    })
    return { status: 200, body: JSON.stringify(isBatch ? { data: ids } : ids[0]) }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://resend').pathname
    const header = request.headers['idempotency-key']
    const idempotencyKey = typeof header === 'string' ? header : null
    const body = await text(request)
    const seen: SeenRequest = {
      method: request.method ?? '',
      path,
      idempotencyKey,
      headers: request.headers,
      mails: countMails(body),
      bytes: Buffer.byteLength(body),
      status: null,
    }
    requests.push(seen)
    const send = (given: Answer) => {
      seen.status = given.status
      response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers })
      response.end(given.body)
    }

    const refused = refuse(request, path, key, idempotencyKey)
    if (refused) return send(refused)
    if (isTooFast())
      return send(problem(429, 'rate_limit_exceeded', 'Too many requests', { 'retry-after': '1' }))

    const known = idempotencyKey ? keys.get(`${path} ${idempotencyKey}`) : undefined
    const digest = digestOf(body)
    if (known && known.digest !== digest)
      return send(problem(409, 'invalid_idempotent_request', 'This key was used with another body'))
    if (known && !known.answer)
      return send(problem(409, 'concurrent_idempotent_requests', 'The first request is in progress'))

    const chosen = chooseBehaviour(path, seen.mails)
    const isTaken = 'taken' in chosen ? chosen.taken : chosen.kind === 'accept'
    const entry: KnownKey = { digest, answer: null }
    let result = known?.answer ?? null
    if (!result && isTaken) {
      if (idempotencyKey) keys.set(`${path} ${idempotencyKey}`, entry)
      result = request.method === 'GET' ? listDomains() : take(path, body, idempotencyKey)
      // A rejected request is not remembered.
      if (idempotencyKey && result.status !== 200) keys.delete(`${path} ${idempotencyKey}`)
    }
    if (chosen.kind === 'accept' && chosen.afterMs) await wait(chosen.afterMs)
    entry.answer = result

    if (chosen.kind === 'drop') return void request.socket.destroy()
    if (chosen.kind === 'hang') {
      await new Promise<void>((resolve) => {
        hanging.add(resolve)
        response.once('close', () => resolve())
      })
      return void response.destroy()
    }
    if (chosen.kind === 'answer') {
      const { status, name = 'application_error', message = 'Scripted', retryAfter } = chosen
      return send(problem(status, name, message, retryAfter ? { 'retry-after': retryAfter } : {}))
    }
    if (chosen.kind === 'garble') return send(chosen)
    return send(result ?? problem(500, 'application_error', 'Nothing to answer'))
  }

  const server = createServer((request, response) => {
    // Clients disconnect in the middle on purpose.
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const release = () => {
    for (const resolve of hanging) resolve()
    hanging.clear()
  }

  return {
    url: `http://127.0.0.1:${port}`,
    key,
    mails,
    requests,
    behave: (next) => {
      behaviour = next
    },
    script: (...next) => void scripted.push(...next),
    forgetKeys: () => keys.clear(),
    async close() {
      release()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** The response of the server before it reads a body. */
function refuse(
  request: IncomingMessage,
  path: string,
  key: string,
  idempotencyKey: string | null,
): Answer | null {
  const { authorization } = request.headers
  if (!authorization) return problem(401, 'missing_api_key', 'Missing API key in the authorization header')
  if (authorization !== `Bearer ${key}`) return problem(403, 'invalid_api_key', 'API key is invalid')
  const isKnown = path === '/domains' || SENDING_PATHS.includes(path)
  if (!isKnown) return problem(404, 'not_found', 'The requested endpoint does not exist')
  if (request.method !== (path === '/domains' ? 'GET' : 'POST'))
    return problem(405, 'method_not_allowed', 'Method is not allowed for the requested path')
  if (idempotencyKey !== null && (idempotencyKey.length < 1 || idempotencyKey.length > MAX_KEY_LENGTH))
    return problem(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars')
  return null
}

function findFlaw(mail: unknown): { status: number; name: string; message: string } | null {
  if (typeof mail !== 'object' || mail === null)
    return { status: 422, name: 'validation_error', message: 'An email must be an object' }
  const { from, to, subject, html, text: plain } = mail as Record<string, unknown>
  const missing = Object.entries({ from, to, subject, html: html ?? plain }).find(
    ([, value]) => value === undefined,
  )
  if (missing)
    return { status: 422, name: 'missing_required_field', message: `Missing \`${missing[0]}\` field` }
  const recipients = listOf(to)
  if (
    recipients.length === 0 ||
    recipients.length > MAX_RECIPIENTS ||
    ![from, ...recipients].every(isAddress)
  )
    return { status: 422, name: 'validation_error', message: 'Invalid `to` or `from` field' }
  return null
}

/** `ada@example.org` or `Ada <ada@example.org>`. */
function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^(?:[^<>\r\n]+ <)?[^\s<>@,]+@[^\s<>@,.]+\.[^\s<>@,]+>?$/.test(value)
}

function describeMail(mail: Record<string, unknown>, idempotencyKey: string | null): TakenMail {
  const [subject, html, plain] = [mail.subject, mail.html, mail.text].map((value) => String(value ?? ''))
  return {
    id: randomUUID(),
    from: String(mail.from),
    to: listOf(mail.to),
    subject: subject ?? '',
    html: html ?? '',
    text: plain ?? '',
    replyTo: listOf(mail.reply_to),
    headers: (mail.headers ?? {}) as Record<string, string>,
    tags: (mail.tags ?? []) as TakenMail['tags'],
    idempotencyKey,
    digest: digestOf([subject, html, plain].join('\0')),
  }
}

const listDomains = (): Answer => ({
  status: 200,
  body: JSON.stringify({
    object: 'list',
    has_more: false,
    data: [{ name: 'example.org', status: 'verified' }],
  }),
})

function problem(
  statusCode: number,
  name: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return { status: statusCode, body: JSON.stringify({ statusCode, name, message }), headers }
}

const listOf = (value: unknown): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [String(value)]

function countMails(body: string): number {
  const parsed = parse(body)
  return Array.isArray(parsed) ? parsed.length : parsed === null ? 0 : 1
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const digestOf = (value: string) => createHash('sha256').update(value).digest('base64url')
