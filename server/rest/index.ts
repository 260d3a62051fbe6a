import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { RATE_LIMITED } from '#core/data/client.ts'
import type { Caller, HeaderReader } from '#server/auth/bearer-token.ts'
import { clientIp, limitKey, type RequestBindings } from '#server/http/client-ip.ts'
import { createInFlightLimit } from '#server/http/in-flight.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import type { Log } from '#server/log.ts'
import { answerRequest } from '#server/rest/answer-request.ts'
import type { RequestPools } from '#server/rest/request-pools.ts'
import { RestError } from '#server/rest/rest-error.ts'
import type { RestAnswer, RestRequest } from '#server/rest/rest-request.ts'

const MB = 1024 * 1024
/** What an editor saves, or imports. */
const BODY_LIMIT = 4 * MB
/** What a stranger sends: an address, a token, words to search. */
const ANONYMOUS_BODY_LIMIT = 16 * 1024
const SUBSCRIBE_LIMIT = { limit: 20, windowSeconds: 600 }
const SEARCH_LIMIT = { limit: 300, windowSeconds: 300 }
/** One address may be a whole office; its browsers have six connections each. */
const IN_FLIGHT = {
  perKey: { requests: 48, bytes: 64 * MB },
  inAll: { requests: 500, bytes: 256 * MB },
}
/** By then whoever reads an answer this slowly is cut off. */
const LONGEST_ANSWER_MS = 120_000

export interface RestDeps {
  requestPools: RequestPools
  identify: (headers: HeaderReader) => Promise<Caller>
  trustProxy: number
  log: Log
}

export interface Rest {
  /** Everything under /rest/v1. */
  routes: Hono<{ Bindings: RequestBindings }>
  /**
   * Answers a request from inside this process. Without `clientIp` the site asks for itself, and nothing is counted.
   */
  answer(request: RestRequest, options?: { clientIp?: string | undefined }): Promise<RestAnswer>
}

/** The data path of hosted Supabase, as far as we serve it. */
export function createRest({ requestPools, identify, trustProxy, log }: RestDeps): Rest {
  const rateLimits = new Map([
    ['/rpc/subscribe_newsletter', { what: 'sign-ups', limit: createRateLimit(SUBSCRIBE_LIMIT) }],
    ['/rpc/search_articles', { what: 'searches', limit: createRateLimit(SEARCH_LIMIT) }],
  ])
  const inFlight = createInFlightLimit(IN_FLIGHT)

  async function answer(request: RestRequest, { clientIp: ip }: { clientIp?: string | undefined } = {}) {
    try {
      if (!request.header('apikey')) throw new RestError(401, 'PGRST301', 'No API key found in request')
      const caller = await identify({ get: (name) => request.header(name) })
      if (caller.kind === 'refused') {
        throw new RestError(401, caller.reason === 'JWT expired' ? 'PGRST303' : 'PGRST301', caller.reason)
      }
      if (ip !== undefined) count(request.path, ip)
      return await answerRequest(requestPools, request, { caller, clientIp: ip ?? '' })
    } catch (error) {
      return refuse(request, error)
    }
  }

  /** @throws RestError when this address has done this too often */
  function count(path: string, ip: string): void {
    const limited = rateLimits.get(path)
    const wait = limited?.limit.take(limitKey(ip)) ?? 0
    if (wait > 0) throw tooMany(`Too many ${limited?.what} from this address. Please try again later.`, wait)
  }

  function refuse({ method, path }: RestRequest, error: unknown): RestAnswer {
    if (!(error instanceof RestError)) {
      log.error(`${method} /rest/v1${path}`, error)
      return refusal(
        new RestError(500, 'XX000', 'Something went wrong on our side. Please try again in a moment.'),
      )
    }
    if (error.status >= 500) log.warn(`${method} /rest/v1${path}: ${error.body.code} ${causeOf(error)}`)
    else
      log.debug(`${method} /rest/v1${path} refused with ${error.status}: ${error.body.code} ${error.message}`)
    return method === 'HEAD' ? { ...refusal(error), body: null } : refusal(error)
  }

  const routes = new Hono<{ Bindings: RequestBindings }>()
  const limitLarge = bodyLimit({ maxSize: BODY_LIMIT, onError: tooLarge })
  const limitSmall = bodyLimit({ maxSize: ANONYMOUS_BODY_LIMIT, onError: tooLarge })
  routes.use(async (c, next) => {
    const { headers } = c.req.raw
    const isAnonymous = !headers.has('authorization') && !headers.get('apikey')?.startsWith('sb_secret_')
    return isAnonymous ? limitSmall(c, next) : limitLarge(c, next)
  })
  routes.all('*', async (c) => {
    const ip = clientIp(c, trustProxy)
    const passage = inFlight.enter(limitKey(ip))
    if (!passage) return respond(refusal(tooMany('Too many requests at once from this address.', 1)))
    const { outgoing } = c.env
    const cut = setTimeout(() => outgoing?.destroy(), LONGEST_ANSWER_MS).unref()
    const leave = () => {
      clearTimeout(cut)
      passage.leave()
    }
    outgoing?.once('close', leave)
    try {
      const answered = await answer(await fromContext(c), { clientIp: ip })
      if (passage.hold(answered.body?.length ?? 0)) return respond(answered)
      return respond(refusal(tooMany('Too much is being read at once. Please try again in a moment.', 5)))
    } catch (error) {
      if (error instanceof RestError) return respond(refusal(error))
      throw error
    } finally {
      if (!outgoing) leave()
    }
  })
  return { routes, answer }
}

async function fromContext(c: Context): Promise<RestRequest> {
  const { method, url, headers } = c.req.raw
  const { pathname, search } = new URL(url)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return {
    method,
    path: pathname.slice('/rest/v1'.length),
    query: search.slice(1),
    header: (name) => headers.get(name),
    body: hasBody ? await readText(c.req.raw) : '',
  }
}

/** Bytes that are no UTF-8 would otherwise be stored as something else. */
async function readText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RestError(400, 'PGRST102', 'Empty or invalid json', { details: 'The body is no UTF-8' })
  }
}

function respond({ status, headers, body }: RestAnswer): Response {
  return new Response(body, { status, headers })
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

function tooLarge(): Response {
  return respond(
    refusal(new RestError(413, 'PGRST102', 'Request body too large', { hint: 'Send less at once.' })),
  )
}

function causeOf({ cause, message }: RestError): string {
  return cause instanceof Error ? cause.message : message
}
