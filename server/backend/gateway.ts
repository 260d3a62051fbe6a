import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { RATE_LIMITED } from '#core/data/client.ts'
import { authError } from '#server/backend/auth-error.ts'
import type { Caller } from '#server/backend/bearer-token.ts'
import type { Lite } from '#server/backend/lite.ts'
import { createSignIn } from '#server/backend/sign-in.ts'
import { clientIp, limitKey, type RequestBindings } from '#server/http/client-ip.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'

const REST_BODY_LIMIT = 4 * 1024 * 1024
/** lite decodes a path and takes slashes off its ends; what is counted must be what it will call. */
const REST_PATH = /^\/rest\/v1(\/(rpc\/)?\w+|\/)?$/
const AUTH_BODY_LIMIT = 64 * 1024
const SUBSCRIBE_LIMIT = { limit: 20, windowSeconds: 600 }
const SEARCH_LIMIT = { limit: 300, windowSeconds: 300 }
const AUTH_LIMIT = { limit: 120, windowSeconds: 300 }

/** What of the auth service is reachable; everything else answers 404 before lite sees it. */
const AUTH_ROUTES = [
  'logout',
  'user',
  'recover',
  'verify',
  'otp',
  'signup',
  'settings',
  'health',
  'resend',
  'reauthenticate',
]

export interface GatewayDeps {
  lite: Lite
  identify: (headers: Headers) => Promise<Caller>
  trustProxy: number
}

/** The data and auth paths of hosted Supabase, limited to what we mean to serve. */
export function createGateway({ lite, identify, trustProxy }: GatewayDeps) {
  const gateway = new Hono<{ Bindings: RequestBindings }>()
  const subscribeLimit = createRateLimit(SUBSCRIBE_LIMIT)
  const searchLimit = createRateLimit(SEARCH_LIMIT)
  const authLimit = createRateLimit(AUTH_LIMIT)

  const pass = async (c: Context<{ Bindings: RequestBindings }>) => {
    // Consent records read this header; only what we saw ourselves may stand in it.
    c.req.raw.headers.set('x-client-ip', clientIp(c, trustProxy))
    return sameOriginOnly(await lite.fetch(c.req.raw))
  }

  gateway.use('/rest/v1/*', async (c, next) => {
    const { path } = c.req
    if (REST_PATH.test(path) && new URL(c.req.url).pathname === path) return next()
    return c.json(
      { code: 'PGRST125', details: null, hint: null, message: 'Invalid path specified in request URL' },
      404,
    )
  })
  gateway.use(
    '/rest/v1/*',
    bodyLimit({ maxSize: REST_BODY_LIMIT, onError: restTooLarge }),
    async (c, next) => {
      const caller = await identify(c.req.raw.headers)
      if (caller.kind !== 'refused') return next()
      c.header('www-authenticate', 'Bearer')
      return c.json({ code: 'PGRST301', details: null, hint: null, message: caller.reason }, 401)
    },
  )
  const limitRest = (limit: RateLimit, what: string) =>
    createMiddleware<{ Bindings: RequestBindings }>(async (c, next) => {
      const wait = limit.take(limitKey(clientIp(c, trustProxy)))
      if (wait === 0) return next()
      c.header('retry-after', String(wait))
      const message = `Too many ${what} from this address. Please try again later.`
      return c.json({ code: RATE_LIMITED, details: null, hint: null, message }, 429)
    })
  gateway.post('/rest/v1/rpc/subscribe_newsletter', limitRest(subscribeLimit, 'sign-ups'))
  gateway.use('/rest/v1/rpc/search_articles', limitRest(searchLimit, 'searches'))
  gateway.all('/rest/v1/*', pass)

  gateway.use(
    '/auth/v1/*',
    bodyLimit({ maxSize: AUTH_BODY_LIMIT, onError: authTooLarge }),
    async (c, next) => {
      const caller = await identify(c.req.raw.headers)
      if (caller.kind === 'refused') return authError(c, 401, 'bad_jwt', caller.reason)
      return next()
    },
  )
  gateway.post('/auth/v1/token', createSignIn({ pass, trustProxy }))
  for (const route of AUTH_ROUTES) {
    gateway.all(`/auth/v1/${route}`, async (c) => {
      const wait = authLimit.take(limitKey(clientIp(c, trustProxy)))
      if (wait === 0) return pass(c)
      c.header('retry-after', String(wait))
      return authError(c, 429, 'over_request_rate_limit', 'Request rate limit reached')
    })
  }
  gateway.all('/auth/v1/*', (c) => authError(c, 404, 'not_found', 'No such auth route'))
  gateway.all('/:service{rest|auth|storage|realtime|graphql|pg}/*', (c) =>
    c.json({ message: 'no Route matched with those values' }, 404),
  )
  return gateway
}

/** The browser talks to its own origin; lite's answers to other origins are taken back. */
function sameOriginOnly(response: Response): Response {
  for (const name of [...response.headers.keys()]) {
    if (name.startsWith('access-control-')) response.headers.delete(name)
  }
  return response
}

const restTooLarge = (c: Context) =>
  c.json(
    { code: 'PGRST102', details: null, hint: 'Send less than 4 MB.', message: 'Request body too large' },
    413,
  )
const authTooLarge = (c: Context) => authError(c, 413, 'request_too_large', 'Request body too large')
