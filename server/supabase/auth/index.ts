import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { isDiskFailure } from '#server/platform/faults/describe-failure.ts'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { isClientAbort, logRequestError } from '#server/platform/http/errors.ts'
import { isFromOtherSite } from '#server/platform/http/request-headers.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import { bringsAccessToken, NOT_FOR_ACCESS_TOKENS } from '#server/supabase/auth/access-token.ts'
import { recordOwnAct } from '#server/supabase/auth/accounts.ts'
import { AuthError, authErrorResponse, tooManyRequests } from '#server/supabase/auth/auth-error.ts'
import {
  type AuthContext,
  type Endpoint,
  type EndpointDeps,
  requireSignedIn,
} from '#server/supabase/auth/endpoints/endpoint.ts'
import { challenge, enroll, unenroll, verifyTotp } from '#server/supabase/auth/endpoints/factors.ts'
import {
  generateCodes,
  regenerateCodes,
  removeCodes,
  showCodes,
  verifyCode,
} from '#server/supabase/auth/endpoints/factors-recovery-codes.ts'
import { recover, sendSignInLink, verify } from '#server/supabase/auth/endpoints/links.ts'
import { grantToken } from '#server/supabase/auth/endpoints/token.ts'
import { showUser, updateUser } from '#server/supabase/auth/endpoints/user.ts'
import { createRecoveryCodeHash } from '#server/supabase/auth/factors/recovery-codes.ts'
import { createFactorSecrets } from '#server/supabase/auth/factors/totp.ts'
import { BusyError } from '#server/supabase/auth/passwords/work-queue.ts'
import { endSessions, LOGOUT_SCOPES } from '#server/supabase/auth/sessions/sessions.ts'
import { createAccessTokens, createRefreshTokenChain } from '#server/supabase/auth/tokens.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'

/** The ways to sign in, for the official client: passwords only, and no sign-up. */
const SETTINGS = {
  external: { anonymous_users: false, email: true, phone: false },
  disable_signup: true,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  passkeys_enabled: false,
}

/** `GET /settings` */
const showSettings: Endpoint = {
  limit: 'auth',
  needsApiKey: true,
  handle: (c) => c.json(SETTINGS),
}

/** `GET /health` */
const showHealth: Endpoint = {
  limit: null,
  needsApiKey: false,
  handle: (c) => c.json({ name: 'GoTrue', description: 'Sign-in of AI Watch' }),
}

/** `GET /.well-known/jwks.json`. Always empty: tokens are signed with HS256, whose key is secret. */
const listSigningKeys: Endpoint = {
  limit: null,
  needsApiKey: false,
  handle: (c) => c.json({ keys: [] }, 200, { 'cache-control': 'public, max-age=600' }),
}

const logoutScope = z.enum(LOGOUT_SCOPES)

/** `POST /logout?scope=local|global|others` */
const logout: Endpoint = {
  limit: 'auth',
  needsApiKey: false,
  async handle(c, deps) {
    const scope = logoutScope.safeParse(c.req.query('scope') || 'local')
    if (!scope.success) throw new AuthError(400, 'validation_failed', 'Unsupported logout scope')
    const { user, session } = await requireSignedIn(deps, c)
    await deps.sql.transaction(async (transaction) => {
      // Locked, because other requests may end several sessions of this user at the same time.
      await transaction`select from auth.users where id = ${user.id} for no key update`
      // Otherwise an attacker who knows only the password could sign the owner out repeatedly.
      const endsAal2 = session.aal === 'aal2'
      const ids = { userId: user.id, sessionId: session.id }
      const others = await endSessions(transaction, { ...ids, scope: scope.data, endsAal2 })
      if (others > 0)
        await recordOwnAct(transaction, user, {
          action: 'end_sessions',
          did: 'ended their other sessions',
          details: { sessions: others },
        })
    })
    return c.body(null, 204)
  },
}

const BODY_LIMIT = 16 * 1024

type AuthDeps = Pick<
  SupabaseRequestServices,
  | 'sql'
  | 'limits'
  | 'queue'
  | 'secrets'
  | 'siteUrl'
  | 'trustProxy'
  | 'identify'
  | 'log'
  | 'passwordWork'
  | 'signInThrottle'
>

/** Everything below /auth/v1: the part of GoTrue that the product uses, and GoTrue's own errors for the rest. */
export function createAuth(deps: AuthDeps) {
  const { sql, limits, queue, secrets, siteUrl, trustProxy, identify, log } = deps
  const { passwordWork, signInThrottle } = deps
  const endpointDeps: EndpointDeps = {
    sql,
    limits,
    queue,
    trustProxy,
    identify,
    signAccessToken: createAccessTokens({ jwtSecret: secrets.jwtSecret, siteUrl }),
    nextRefreshToken: createRefreshTokenChain(secrets.jwtSecret),
    passwordWork,
    signInThrottle,
    secretBox: createFactorSecrets(secrets.jwtSecret),
    hashRecoveryCode: createRecoveryCodeHash(secrets.jwtSecret),
    siteHost: new URL(siteUrl).host,
  }

  const routes = new Hono<{ Bindings: RequestBindings }>()
  routes.onError((error, c) => authErrorResponse(c, toAuthError(error, c)))
  routes.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  })
  routes.use(async (c, next) => {
    if (!isFromOtherSite(c.req.raw.headers)) return next()
    return authErrorResponse(
      c,
      new AuthError(403, 'no_authorization', 'This request was sent from another site'),
    )
  })
  routes.use(async (c, next) => {
    if (!bringsAccessToken(c.req.raw.headers)) return next()
    return authErrorResponse(c, new AuthError(403, 'no_authorization', NOT_FOR_ACCESS_TOKENS))
  })
  routes.use(bodyLimit({ maxSize: BODY_LIMIT, onError: (c) => authErrorResponse(c, tooLarge()) }))

  mount('/token', { POST: grantToken })
  mount('/recover', { POST: recover })
  mount('/otp', { POST: sendSignInLink })
  mount('/verify', { POST: verify })
  mount('/logout', { POST: logout })
  mount('/user', { GET: showUser, PUT: updateUser })
  mount('/settings', { GET: showSettings })
  mount('/factors', { POST: enroll })
  mount('/factors/recovery-codes', { GET: showCodes, POST: generateCodes, DELETE: removeCodes })
  mount('/factors/recovery-codes/verify', { POST: verifyCode })
  mount('/factors/recovery-codes/regenerate', { POST: regenerateCodes })
  mount('/factors/:id', { DELETE: unenroll })
  mount('/factors/:id/challenge', { POST: challenge })
  mount('/factors/:id/verify', { POST: verifyTotp })
  mount('/health', { GET: showHealth })
  mount('/.well-known/jwks.json', { GET: listSigningKeys })
  for (const { path, methods, endpoint } of UNSUPPORTED_ROUTES) {
    mount(path, Object.fromEntries(methods.map((method) => [method, endpoint])))
  }
  routes.all('*', (c) => authErrorResponse(c, new AuthError(404, 'not_found', 'No such auth route')))
  return routes

  function mount(path: string, endpoints: Record<string, Endpoint>): void {
    for (const [method, endpoint] of Object.entries(endpoints)) {
      routes.on(method, path, (c) => runEndpoint(c, endpoint))
    }
    routes.all(path, (c) => {
      c.header('allow', Object.keys(endpoints).join(', '))
      return authErrorResponse(c, new AuthError(405, 'method_not_allowed', 'Method not allowed'))
    })
  }

  async function runEndpoint(c: AuthContext, { limit, needsApiKey, handle }: Endpoint): Promise<Response> {
    if (limit !== null) {
      const name = typeof limit === 'function' ? limit(c) : limit
      const wait = await limits.take(name, clientIp(c, trustProxy))
      if (wait > 0) throw tooManyRequests(wait)
    }
    if (needsApiKey) requireApiKey(c)
    return handle(c, endpointDeps)
  }

  function requireApiKey(c: AuthContext): void {
    const apiKey = c.req.header('apikey')
    if (apiKey === secrets.publishableKey || apiKey === secrets.secretKey) return
    const message = apiKey ? 'Invalid API key' : 'No API key found in request'
    throw new AuthError(401, 'no_authorization', message)
  }

  function toAuthError(error: Error, c: Context): AuthError {
    if (error instanceof AuthError) return error
    if (error instanceof BusyError || error instanceof QueueFullError) return unavailable(5)
    if (isUnreachable(error) && !isClientAbort(error)) {
      logRequestError(log, c, error)
      return unavailable(1)
    }
    logRequestError(log, c, error)
    if (isDiskFailure(error))
      return new AuthError(507, 'unexpected_failure', 'There is no room on the disk of the server.')
    const message = 'Something went wrong on our side. Please try again in a moment.'
    return new AuthError(500, 'unexpected_failure', message)
  }
}

function unavailable(retryAfterSeconds: number): AuthError {
  const message = 'The server cannot respond right now. Please try again in a moment.'
  return new AuthError(503, 'request_timeout', message, { retryAfterSeconds })
}

function tooLarge(): AuthError {
  return new AuthError(413, 'request_entity_too_large', `Request body too large (max ${BODY_LIMIT} bytes)`)
}

/** A route of GoTrue that this site does not offer. It refuses every request with the same error. */
interface UnsupportedRoute {
  path: string
  methods: string[]
  endpoint: Endpoint
  error: { status: AuthError['status']; code: string; message: string }
}

/** The errors are GoTrue's own, for features that are switched off or that the caller may not use. */
export const UNSUPPORTED_ROUTES: UnsupportedRoute[] = [
  unsupported('POST /signup', 422, 'signup_disabled', 'Signups not allowed for this instance'),
  unsupported('POST /resend', 400, 'email_provider_disabled', 'Confirmation by mail is disabled'),
  unsupported('POST /magiclink', 422, 'otp_disabled', 'Sign-in by links and codes is disabled'),
  unsupported('GET /reauthenticate', 422, 'otp_disabled', 'Reauthentication by codes is disabled'),
  unsupported('POST /invite', 403, 'not_admin', 'User not allowed'),
  unsupported('GET|POST|PUT|PATCH|DELETE /admin/*', 403, 'not_admin', 'User not allowed'),
  unsupported('GET /authorize', 400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  unsupported('GET|POST /callback', 400, 'bad_oauth_callback', 'OAuth state parameter missing'),
  unsupported('GET|POST /sso/*', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  unsupported('GET|POST /oauth/*', 404, 'feature_disabled', 'OAuth server is disabled'),
  unsupported('GET|DELETE /user/oauth/*', 404, 'feature_disabled', 'OAuth server is disabled'),
  unsupported('GET|DELETE /user/identities/*', 404, 'manual_linking_disabled', 'Manual linking is disabled'),
  unsupported('GET|POST|PATCH|DELETE /passkeys/*', 404, 'passkey_disabled', 'Passkeys are disabled'),
]

function unsupported(
  route: string,
  status: AuthError['status'],
  code: string,
  message: string,
): UnsupportedRoute {
  const [methods = '', path = ''] = route.split(' ')
  const endpoint: Endpoint = {
    limit: 'auth',
    needsApiKey: true,
    handle() {
      throw new AuthError(status, code, message)
    },
  }
  return { path, methods: methods.split('|'), endpoint, error: { status, code, message } }
}
