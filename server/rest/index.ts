import type { IncomingMessage, ServerResponse } from 'node:http'
import { RATE_LIMITED } from '#core/data/client.ts'
import type { Caller } from '#server/auth/bearer-token.ts'
import { addressOf, limitKey } from '#server/http/client-ip.ts'
import { createInFlightLimit } from '#server/http/in-flight.ts'
import { BodyError, readBody } from '#server/http/read-body.ts'
import { createTurns, TurnError } from '#server/http/turns.ts'
import type { LimitName } from '#server/limits/limits.ts'
import { answerRequest, type TakeTurn } from '#server/rest/answer-request.ts'
import { isAdministrator } from '#server/rest/is-administrator.ts'
import { ANONYMOUS_CONNECTIONS, REQUEST_CONNECTIONS } from '#server/rest/request-pools.ts'
import { RestError } from '#server/rest/rest-error.ts'
import type { RestAnswer, RestRequest } from '#server/rest/rest-request.ts'
import type { SiteServices } from '#server/services.ts'

export const REST_PREFIX = '/rest/v1'

const MB = 1024 * 1024
/** What an editor saves, or imports. */
const BODY_LIMIT = 4 * MB
/** What everyone else sends: an address, a token, words to search. */
const ANONYMOUS_BODY_LIMIT = 16 * 1024
/** What is counted by address; all else is bounded by how much one may have under way. */
const LIMITED = new Map<string, { name: LimitName; what: string }>([
  ['/rpc/subscribe_newsletter', { name: 'subscribe', what: 'sign-ups' }],
  ['/rpc/search_articles', { name: 'search', what: 'searches' }],
])
/** One address may be a whole office; its browsers have six connections each. */
const IN_FLIGHT = {
  perKey: { requests: 48, bytes: 64 * MB },
  inAll: { requests: 500, bytes: 256 * MB },
  // A page of a list, or an article.
  ensured: { requests: 4, bytes: MB / 8 },
}
/** Of each pool some are left for the pages that the site makes, and for the service. */
const TURNS = {
  anonymous: { atOnce: ANONYMOUS_CONNECTIONS - 2, perKey: 3, maxWaitMs: 10_000 },
  requests: { atOnce: REQUEST_CONNECTIONS - 1, perKey: 3, maxWaitMs: 10_000 },
}
const WARNING_INTERVAL_MS = 10_000
/** By then whoever reads an answer this slowly is cut off. */
const LONGEST_ANSWER_MS = 120_000

export interface RestDeps
  extends Pick<SiteServices, 'requestPools' | 'limits' | 'identify' | 'trustProxy' | 'log'> {
  /** What every answer carries. */
  headers: Record<string, string>
}

export interface Rest {
  /** Answers a request below /rest/v1 from a socket. */
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Answers one from inside this process. Without `clientIp` the site asks for itself, and nothing is counted. */
  answer(request: RestRequest, options?: { clientIp?: string | undefined }): Promise<RestAnswer>
}

/** The data path of hosted Supabase, as far as we serve it. */
export function createRest({ requestPools, limits, identify, trustProxy, headers, log }: RestDeps): Rest {
  const inFlight = createInFlightLimit(IN_FLIGHT)
  const turns = { anonymous: createTurns(TURNS.anonymous), requests: createTurns(TURNS.requests) }
  let nextWarning = 0

  async function answer(request: RestRequest, { clientIp }: { clientIp?: string | undefined } = {}) {
    try {
      return await answerCaller(await requireCaller(request.header), request, { clientIp })
    } catch (error) {
      return refuse(request, error)
    }
  }

  /** @throws RestError when the keys of a request are none of ours */
  async function requireCaller(header: RestRequest['header']): Promise<Caller> {
    if (!header('apikey')) throw new RestError(401, 'PGRST301', 'No API key found in request')
    const caller = await identify({ get: header })
    if (caller.kind !== 'refused') return caller
    throw new RestError(401, caller.reason === 'JWT expired' ? 'PGRST303' : 'PGRST301', caller.reason)
  }

  /** @throws RestError */
  async function answerCaller(
    caller: Caller,
    request: RestRequest,
    { clientIp, isWanted = () => true }: { clientIp?: string | undefined; isWanted?: () => boolean },
  ): Promise<RestAnswer> {
    if (clientIp === undefined) return answerRequest(requestPools, request, { caller, clientIp: '' })
    const limited = LIMITED.get(request.path)
    if (limited) await count(limited, clientIp)
    if (caller.kind === 'service') return answerRequest(requestPools, request, { caller, clientIp })
    const key = caller.kind === 'user' ? `user ${caller.userId}` : limitKey(clientIp)
    const takeTurn: TakeTurn = (pool, work) => turns[pool].run(key, work, isWanted)
    return answerRequest(requestPools, request, { caller, clientIp, takeTurn })
  }

  /** @throws RestError when this address has done this too often */
  async function count({ name, what }: { name: LimitName; what: string }, ip: string): Promise<void> {
    const wait = await limits.take(name, ip)
    if (wait > 0) throw tooMany(`Too many ${what} from this address. Please try again later.`, wait)
  }

  /**
   * An access token outlives its session by up to an hour, so before more is read than anybody may send the database is asked.
   * @throws RestError for a user who is no administrator any more
   */
  async function bodyLimitOf(
    caller: Caller,
    { headers }: IncomingMessage,
    isWanted: () => boolean,
  ): Promise<number> {
    if (caller.kind === 'service') return BODY_LIMIT
    const isAnnounced = headers['transfer-encoding'] === undefined
    const isShort = isAnnounced && Number(headers['content-length'] ?? 0) <= ANONYMOUS_BODY_LIMIT
    if (caller.kind !== 'user' || isShort) return ANONYMOUS_BODY_LIMIT
    const ask = () => isAdministrator(requestPools, caller)
    if (await turns.requests.run(`user ${caller.userId}`, ask, isWanted)) return BODY_LIMIT
    throw new RestError(403, '42501', 'Only an administrator who is signed in may send this much')
  }

  function refuse({ method, path }: Pick<RestRequest, 'method' | 'path'>, error: unknown): RestAnswer {
    if (!(error instanceof RestError)) {
      log.error(`${method} ${REST_PREFIX}${path}`, error)
      return refusal(
        new RestError(500, 'XX000', 'Something went wrong on our side. Please try again in a moment.'),
      )
    }
    const line = `${method} ${REST_PREFIX}${path}: ${error.status} ${error.body.code} ${causeOf(error)}`
    if (error.status >= 500) warnSeldom(line)
    else log.debug(line)
    return method === 'HEAD' ? { ...refusal(error), body: null } : refusal(error)
  }

  /** While the database is away every request fails in the same way, and whoever asks could fill the terminal. */
  function warnSeldom(line: string): void {
    const isSoon = Date.now() < nextWarning
    if (!isSoon) nextWarning = Date.now() + WARNING_INTERVAL_MS
    if (isSoon) log.debug(line)
    else log.warn(line)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request
    const [path, query] = splitUrl(request.url ?? '')
    const clientIp = addressOf(request, trustProxy)
    const passage = inFlight.enter(limitKey(clientIp))
    const cut = setTimeout(() => response.destroy(), LONGEST_ANSWER_MS).unref()
    response.once('close', () => clearTimeout(cut))
    const read = async (): Promise<RestAnswer> => {
      if (!passage) return refusal(tooMany('Too many requests at once from this address.', 1))
      const header = (name: string) => headerOf(request, name)
      const caller = await requireCaller(header)
      const isWanted = () => !request.socket.destroyed
      const body = hasBody(method)
        ? await readBody(request, await bodyLimitOf(caller, request, isWanted))
        : ''
      const answered = await answerCaller(
        caller,
        { method, path, query, header, body },
        { clientIp, isWanted },
      )
      if (passage.hold(answered.body?.length ?? 0)) return answered
      return refusal(tooMany('Too much is being read at once. Please try again in a moment.', 5))
    }
    const answered = await read().catch((error: unknown) => refuse({ method, path }, readable(error)))
    // Who goes away does not end what the database does for them.
    if (response.closed) passage?.leave()
    else response.once('close', () => passage?.leave())
    // Whoever has not sent everything will not be heard.
    if (!request.complete) response.setHeader('connection', 'close')
    response.writeHead(answered.status, { ...headers, ...answered.headers }).end(answered.body ?? undefined)
  }

  return { answer, listener: respond }
}

function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url.slice(REST_PREFIX.length), ''] : [url.slice(REST_PREFIX.length, at), url.slice(at + 1)]
}

function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Each of these headers counts once: a list of them is what no client of ours sends. */
function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

function readable(error: unknown): unknown {
  if (error instanceof TurnError) {
    return error.reason === 'late'
      ? new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
      : new RestError(499, 'PGRST003', 'The client went before its turn came.')
  }
  if (!(error instanceof BodyError)) return error
  return error.reason === 'too large'
    ? new RestError(413, 'PGRST102', 'Request body too large', { hint: 'Send less at once.' })
    : new RestError(400, 'PGRST102', 'Empty or invalid json', { details: error.message })
}

function refusal({ status, body, headers: own }: RestError): RestAnswer {
  const headers: Record<string, string> = { ...own, 'content-type': 'application/json; charset=utf-8' }
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (status === 503) headers['retry-after'] = '1'
  const wait = /^Wait (\d+) /.exec(body.hint ?? '')?.[1]
  if (wait) headers['retry-after'] = wait
  return { status, headers, body: JSON.stringify(body) }
}

function tooMany(message: string, seconds: number): RestError {
  return new RestError(429, RATE_LIMITED, message, { hint: `Wait ${seconds} seconds.` })
}

function causeOf({ cause, message }: RestError): string {
  return cause instanceof Error ? cause.message : message
}
