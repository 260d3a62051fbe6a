import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AuthError, answerAuthError } from '#server/auth/auth-error.ts'
import { CLOSED_ROUTES } from '#server/auth/closed-routes.ts'
import type { Endpoint, EndpointDeps } from '#server/auth/endpoints/endpoint.ts'
import {
  createChallengeFactor,
  createEnrollFactor,
  createUnenrollFactor,
  createVerifyFactor,
} from '#server/auth/endpoints/factors.ts'
import {
  createGenerateRecoveryCodes,
  createRegenerateRecoveryCodes,
  createRemoveRecoveryCodes,
  createShowRecoveryCodes,
  createVerifyRecoveryCode,
} from '#server/auth/endpoints/factors-recovery-codes.ts'
import { createRecover, createSendSignInLink, createVerify } from '#server/auth/endpoints/links.ts'
import { createLogout } from '#server/auth/endpoints/logout.ts'
import { SETTINGS } from '#server/auth/endpoints/settings.ts'
import { createPasswordGrant, createRefreshGrant, refuseGrant } from '#server/auth/endpoints/token.ts'
import { createShowUser, createUpdateUser } from '#server/auth/endpoints/user.ts'
import { createRecoveryCodeHash } from '#server/auth/factors/recovery-code.ts'
import { createSecretBox } from '#server/auth/factors/secret-box.ts'
import { createGuessLimit } from '#server/auth/guess-limit.ts'
import { BusyError, createWorkQueue } from '#server/auth/passwords/work-queue.ts'
import { createAccessTokens } from '#server/auth/sessions/access-token.ts'
import { createSuccession } from '#server/auth/sessions/refresh-token.ts'
import { tooManyRequests } from '#server/auth/too-many-requests.ts'
import { isUnreachable } from '#server/database/is-unreachable.ts'
import { clientIp, type RequestBindings } from '#server/http/client-ip.ts'
import { isCutOff, logFailure } from '#server/http/errors.ts'
import { QueueFullError } from '#server/jobs/job-queue.ts'
import type { LimitName } from '#server/limits/limits.ts'
import type { SiteServices } from '#server/services.ts'

/** Two keep two cores busy; sixty are some four seconds of work, and a busy machine may take longer. */
const PASSWORD_WORK = { atOnce: 2, maxWaiting: 60, reserved: 20, maxWaitMs: 20_000 }
const BODY_LIMIT = 16 * 1024

export type AuthDeps = Pick<
  SiteServices,
  'sql' | 'limits' | 'queue' | 'secrets' | 'siteUrl' | 'trustProxy' | 'identify' | 'log'
>

/** Everything under /auth/v1: what of GoTrue we serve, and its own refusals for the rest. */
export function createAuth(deps: AuthDeps) {
  const { sql, limits, queue, secrets, siteUrl, trustProxy, identify, log } = deps
  const endpointDeps: EndpointDeps = {
    sql,
    limits,
    queue,
    trustProxy,
    identify,
    signAccessToken: createAccessTokens({ jwtSecret: secrets.jwtSecret, siteUrl }),
    successorOf: createSuccession(secrets.jwtSecret),
    passwordWork: createWorkQueue(PASSWORD_WORK),
    guesses: createGuessLimit({ sql, limits }),
    secretBox: createSecretBox(secrets.jwtSecret),
    hashRecoveryCode: createRecoveryCodeHash(secrets.jwtSecret),
    siteHost: new URL(siteUrl).host,
  }
  const passwordGrant = limited('sign-in', withKey(createPasswordGrant(endpointDeps)))
  const refreshGrant = limited('refresh', withKey(createRefreshGrant(endpointDeps)))
  const otherGrants = limited(
    'auth',
    withKey((c) => refuseGrant(c.req.query('grant_type'))),
  )

  const routes = new Hono<{ Bindings: RequestBindings }>()
  routes.onError((error, c) => answerAuthError(c, refusalOf(error, c)))
  routes.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  })
  routes.use(bodyLimit({ maxSize: BODY_LIMIT, onError: (c) => answerAuthError(c, tooLarge()) }))

  mount('/token', {
    POST(c) {
      const grantType = c.req.query('grant_type')
      if (grantType === 'password') return passwordGrant(c)
      return grantType === 'refresh_token' ? refreshGrant(c) : otherGrants(c)
    },
  })
  mount('/recover', { POST: limited('recovery', withKey(createRecover(endpointDeps))) })
  mount('/otp', { POST: limited('recovery', withKey(createSendSignInLink(endpointDeps))) })
  mount('/verify', { POST: limited('verify', withKey(createVerify(endpointDeps))) })
  mount('/logout', { POST: limited('auth', createLogout(endpointDeps)) })
  mount('/user', {
    GET: limited('auth', createShowUser(endpointDeps)),
    PUT: limited('auth', createUpdateUser(endpointDeps)),
  })
  mount('/settings', {
    GET: limited(
      'auth',
      withKey((c) => c.json(SETTINGS)),
    ),
  })
  mount('/factors', { POST: limited('auth', createEnrollFactor(endpointDeps)) })
  mount('/factors/recovery-codes', {
    GET: limited('auth', createShowRecoveryCodes(endpointDeps)),
    POST: limited('auth', createGenerateRecoveryCodes(endpointDeps)),
    DELETE: limited('auth', createRemoveRecoveryCodes(endpointDeps)),
  })
  mount('/factors/recovery-codes/verify', { POST: limited('verify', createVerifyRecoveryCode(endpointDeps)) })
  mount('/factors/recovery-codes/regenerate', {
    POST: limited('auth', createRegenerateRecoveryCodes(endpointDeps)),
  })
  mount('/factors/:id', { DELETE: limited('auth', createUnenrollFactor(endpointDeps)) })
  mount('/factors/:id/challenge', { POST: limited('auth', createChallengeFactor(endpointDeps)) })
  mount('/factors/:id/verify', { POST: limited('verify', createVerifyFactor(endpointDeps)) })
  mount('/health', { GET: (c) => c.json({ name: 'GoTrue', description: 'Sign-in of AI Watch' }) })
  // The key that signs is the one that verifies, and so nobody's to see.
  mount('/.well-known/jwks.json', {
    GET: (c) => c.json({ keys: [] }, 200, { 'cache-control': 'public, max-age=600' }),
  })
  for (const { path, methods, refusal } of CLOSED_ROUTES) {
    const refuse = limited(
      'auth',
      withKey((c) => answerAuthError(c, refusal())),
    )
    mount(path, Object.fromEntries(methods.map((method) => [method, refuse])))
  }
  routes.all('*', (c) => answerAuthError(c, new AuthError(404, 'not_found', 'No such auth route')))
  return routes

  function mount(path: string, endpoints: Record<string, Endpoint>): void {
    const methods = Object.keys(endpoints)
    for (const [method, endpoint] of Object.entries(endpoints)) routes.on(method, path, endpoint)
    routes.all(path, (c) => {
      c.header('allow', methods.join(', '))
      return answerAuthError(c, new AuthError(405, 'method_not_allowed', 'Method not allowed'))
    })
  }

  /** Counts whom a request comes from, whatever comes of it. */
  function limited(name: LimitName, endpoint: Endpoint): Endpoint {
    return async (c) => {
      const wait = await limits.take(name, clientIp(c, trustProxy))
      if (wait > 0) throw tooManyRequests(wait)
      return endpoint(c)
    }
  }

  /** For whoever has no token to show: the key of this site, which a form on another one cannot send. */
  function withKey(endpoint: Endpoint): Endpoint {
    return (c) => {
      const apiKey = c.req.header('apikey')
      if (apiKey === secrets.publishableKey || apiKey === secrets.secretKey) return endpoint(c)
      const message = apiKey ? 'Invalid API key' : 'No API key found in request'
      throw new AuthError(401, 'no_authorization', message)
    }
  }

  function refusalOf(error: Error, c: Context): AuthError {
    if (error instanceof AuthError) return error
    if (error instanceof BusyError || error instanceof QueueFullError) return unavailable(5)
    if (isUnreachable(error) && !isCutOff(error)) {
      log.warn(`${c.req.method} ${new URL(c.req.url).pathname}: ${error.message}`)
      return unavailable(1)
    }
    logFailure(log, c, error)
    const message = 'Something went wrong on our side. Please try again in a moment.'
    return new AuthError(500, 'unexpected_failure', message)
  }
}

function unavailable(retryAfterSeconds: number): AuthError {
  const message = 'This cannot be answered right now. Please try again in a moment.'
  return new AuthError(503, 'request_timeout', message, { retryAfterSeconds })
}

function tooLarge(): AuthError {
  return new AuthError(413, 'request_entity_too_large', `Request body too large (max ${BODY_LIMIT} bytes)`)
}
