import type { IncomingMessage, ServerResponse } from 'node:http'
import { RATE_LIMITED } from '#core/data/client.ts'
import { addressOf, limitKey, queueKeys } from '#server/platform/http/client-ip.ts'
import { FairQueueError, type QueueKeys } from '#server/platform/http/fair-queue.ts'
import { createInFlightLimit } from '#server/platform/http/in-flight.ts'
import { BodyError, readBody } from '#server/platform/http/read-body.ts'
import { headerOf } from '#server/platform/http/request-headers.ts'
import type { LimitName } from '#server/platform/limits/limits.ts'
import { type AdmittedCaller, countedAs, hasApiKey } from '#server/supabase/auth/bearer-token.ts'
import { handleRequest, type RunOnPool } from '#server/supabase/rest/handle-request.ts'
import { createPrepareRequest } from '#server/supabase/rest/prepare-request.ts'
import { createReadBatch, type RunRead } from '#server/supabase/rest/read-batch.ts'
import type { Turn } from '#server/supabase/rest/request-pools.ts'
import { fromDatabase, RestError } from '#server/supabase/rest/rest-error.ts'
import type { RestRequest, RestResponse } from '#server/supabase/rest/rest-request.ts'
import { isMember, runAnonymousReads, runReadsOfStranger } from '#server/supabase/rest/run-query.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'

export const REST_PREFIX = '/rest/v1'

const MB = 1024 * 1024
/** The request headers that a response depends on; the first three are those of PostgREST. */
const VARY = 'accept, prefer, range, apikey, authorization'
/** For people with a role, who save articles, notes and issues. */
const BODY_LIMIT = 4 * MB
/** For all other callers, who send an e-mail address, a token or a search term. */
const ANONYMOUS_BODY_LIMIT = 16 * 1024
/** Functions with a rate limit of their own per network address. */
const RATE_LIMITED_FUNCTIONS = new Map<string, { name: LimitName; what: string }>([
  ['/rpc/subscribe_newsletter', { name: 'subscribe', what: 'sign-ups' }],
  ['/rpc/search_articles', { name: 'search', what: 'searches' }],
  ['/rpc/search_as_typed', { name: 'search-typing', what: 'searches' }],
  ['/rpc/subscriber_figure', { name: 'figure', what: 'questions' }],
  ['/rpc/find_article_preview', { name: 'preview', what: 'previews' }],
  ['/rpc/report_translation', { name: 'translation-report', what: 'reports' }],
])
/** Many users may share one address, and each of their browsers opens up to six connections. */
const IN_FLIGHT = {
  perKey: { requests: 48, bytes: 64 * MB },
  inAll: { requests: 500, bytes: 256 * MB },
  // Enough for one page of a list, or one article.
  ensured: { requests: 4, bytes: MB / 8 },
}
/** A client that has not read its response by then is disconnected. */
const MAX_RESPONSE_MS = 120_000

interface RestDeps
  extends Pick<
    SupabaseRequestServices,
    'requestPools' | 'catalog' | 'limits' | 'identify' | 'trustProxy' | 'log'
  > {
  /** Sent with every response. */
  headers: Record<string, string>
}

export interface Rest {
  /** Handles a request below /rest/v1 that came over a socket. */
  listener(request: IncomingMessage, response: ServerResponse): Promise<void>
  /**
   * Returns a handler of requests from inside this process. Anonymous reads that arrive together are sent to the database together. Without
   * `clientIp` the requests are the site's own, and no limit applies. `caller` is who makes them, where that was found out already.
   */
  handlerFor(clientIp?: string, caller?: AdmittedCaller): (request: RestRequest) => Promise<RestResponse>
}

/** Serves the part of Supabase's data API that the product uses. */
export function createRest({
  requestPools: pools,
  catalog,
  limits,
  identify,
  trustProxy,
  headers,
  log,
}: RestDeps): Rest {
  const database = { pools, prepare: createPrepareRequest(catalog) }
  const inFlight = createInFlightLimit(IN_FLIGHT)

  function handlerFor(clientIp?: string, known?: AdmittedCaller) {
    const readAnonymously = createReadBatch((statements) => {
      if (clientIp === undefined) return runAnonymousReads(pools, statements)
      const turn: Turn = { pool: 'anonymous', keys: queueKeys(clientIp), isWanted: () => true }
      return pools.inTurn(turn, () => runReadsOfStranger(pools, statements))
    })
    return async (request: RestRequest) => {
      try {
        const caller = known ?? (await requireCaller(request.header))
        return await handleAs(caller, request, { clientIp, readAnonymously })
      } catch (error) {
        return errorResponse(request, toRestError(error))
      }
    }
  }

  /** @throws RestError when the API key or the access token is not valid */
  async function requireCaller(header: RestRequest['header']): Promise<AdmittedCaller> {
    if (!hasApiKey({ get: header })) throw new RestError(401, 'PGRST301', 'No API key found in request')
    const caller = await identify({ get: header }).catch((error: unknown) => {
      throw fromDatabase(error, { isAnonymous: false })
    })
    if (caller.kind !== 'refused') return caller
    if (caller.wait) throw tooMany(caller.reason, caller.wait)
    throw new RestError(401, caller.reason === 'JWT expired' ? 'PGRST303' : 'PGRST301', caller.reason)
  }

  /** @throws RestError */
  async function handleAs(
    caller: AdmittedCaller,
    request: RestRequest,
    {
      clientIp,
      isWanted = () => true,
      ...given
    }: { clientIp?: string | undefined; isWanted?: () => boolean; readAnonymously?: RunRead },
  ): Promise<RestResponse> {
    if (clientIp === undefined) return handleRequest(database, request, { caller, clientIp: '', ...given })
    const limited = RATE_LIMITED_FUNCTIONS.get(request.path)
    if (limited) await takeFromLimit(limited, clientIp)
    if (caller.kind === 'service') return handleRequest(database, request, { caller, clientIp })
    const keys: QueueKeys = caller.kind === 'anonymous' ? queueKeys(clientIp) : [countedAs(caller)]
    const runOnPool: RunOnPool = (turn, work) => pools.inTurn({ ...turn, keys, isWanted }, work)
    return handleRequest(database, request, { caller, clientIp, runOnPool, ...given })
  }

  /** @throws RestError when the limit of this address is used up */
  async function takeFromLimit({ name, what }: { name: LimitName; what: string }, ip: string): Promise<void> {
    const wait = await limits.take(name, ip)
    if (wait > 0) throw tooMany(`Too many ${what} from this address. Please try again later.`, wait)
  }

  /**
   * Returns the longest body of a request. An access token stays valid for up to an hour after its session ended, so before a long body is
   * read, the database checks whether the caller still has a role.
   * @throws RestError when a caller without a role sends a long body
   */
  async function findBodyLimit(
    caller: AdmittedCaller,
    { headers }: IncomingMessage,
    isWanted: () => boolean,
  ): Promise<number> {
    // A token was looked up for this request.
    if (caller.kind === 'service' || caller.kind === 'token') return BODY_LIMIT
    const isAnnounced = headers['transfer-encoding'] === undefined
    const isShort = isAnnounced && Number(headers['content-length'] ?? 0) <= ANONYMOUS_BODY_LIMIT
    if (caller.kind !== 'user' || isShort) return ANONYMOUS_BODY_LIMIT
    const ask = () => isMember(pools, caller)
    if (await pools.turns.run(countedAs(caller), ask, isWanted, 'requests')) return BODY_LIMIT
    throw new RestError(403, '42501', 'Only people of the desk who are signed in may send this much')
  }

  function errorResponse(
    { method, path }: Pick<RestRequest, 'method' | 'path'>,
    error: unknown,
  ): RestResponse {
    if (!(error instanceof RestError)) {
      log.error(`${method} ${REST_PREFIX}${path}`, error)
      return responseTo(
        new RestError(500, 'XX000', 'Something went wrong on our side. Please try again in a moment.'),
      )
    }
    const line = `${method} ${REST_PREFIX}${path}: ${error.status} ${error.body.code}`
    if (error.status >= 500) log.error(line, error.cause ?? error)
    else log.debug(`${line} ${causeOf(error)}`)
    return method === 'HEAD' ? { ...responseTo(error), body: null } : responseTo(error)
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request
    const [path, query] = splitUrl(request.url ?? '')
    const clientIp = addressOf(request, trustProxy)
    const ticket = inFlight.admit(limitKey(clientIp))
    const timeout = setTimeout(() => response.destroy(), MAX_RESPONSE_MS).unref()
    response.once('close', () => clearTimeout(timeout))
    const run = async (): Promise<RestResponse> => {
      if (!ticket) return responseTo(tooMany('Too many requests at once from this address.', 1))
      const header = (name: string) => headerOf(request, name)
      const caller = await requireCaller(header)
      if (caller.kind === 'anonymous') await takeFromLimit({ name: 'data', what: 'requests' }, clientIp)
      const isWanted = () => !request.socket.destroyed
      const body = hasBody(method)
        ? await readBody(request, await findBodyLimit(caller, request, isWanted))
        : ''
      const result = await handleAs(caller, { method, path, query, header, body }, { clientIp, isWanted })
      if (ticket.reserve(result.body?.length ?? 0)) return result
      return responseTo(tooMany('Too much is being read at once. Please try again in a moment.', 5))
    }
    const result = await run().catch((error: unknown) => errorResponse({ method, path }, toRestError(error)))
    // A client that disconnects does not cancel its query, so the request counts until the query is done.
    if (response.closed) ticket?.release()
    else response.once('close', () => ticket?.release())
    response
      .writeHead(result.status, { ...headers, vary: VARY, ...result.headers })
      .end(result.body ?? undefined)
  }

  return { handlerFor, listener: respond }
}

function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url.slice(REST_PREFIX.length), ''] : [url.slice(REST_PREFIX.length, at), url.slice(at + 1)]
}

function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function toRestError(error: unknown): unknown {
  if (error instanceof FairQueueError) {
    return error.reason === 'late'
      ? new RestError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.')
      : new RestError(499, 'PGRST003', 'The client went before its turn came.')
  }
  if (!(error instanceof BodyError)) return error
  return error.reason === 'too large'
    ? new RestError(413, 'PGRST102', 'Request body too large', { hint: 'Send less at once.' })
    : new RestError(400, 'PGRST102', 'Empty or invalid json', { details: error.message })
}

function responseTo({ status, body, headers: own }: RestError): RestResponse {
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
