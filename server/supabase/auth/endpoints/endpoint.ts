import { isIP } from 'node:net'
import type { Context } from 'hono'
import * as z from 'zod'
import type { Session } from '#server/platform/database/connection.ts'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'
import { withoutNulls } from '#server/platform/http/read-body.ts'
import type { HeaderReader } from '#server/platform/http/request-headers.ts'
import type { LimitName } from '#server/platform/limits/limits.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { AuthError, sessionNotFound } from '#server/supabase/auth/auth-error.ts'
import { type Caller, isUuid } from '#server/supabase/auth/bearer-token.ts'
import type { HashRecoveryCode } from '#server/supabase/auth/factors/recovery-codes.ts'
import type { WorkQueue } from '#server/supabase/auth/passwords/work-queue.ts'
import {
  type Device,
  findSignedIn,
  lesserAal,
  type SignedIn,
} from '#server/supabase/auth/sessions/sessions.ts'
import type { SignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import {
  ACCESS_TOKEN_SECONDS,
  type NextRefreshToken,
  type SignAccessToken,
} from '#server/supabase/auth/tokens.ts'
import { isBanned, userJson } from '#server/supabase/auth/users.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'

export type AuthContext = Context<{ Bindings: RequestBindings }>

/** One method of one route. */
export interface Endpoint {
  /** The rate limit for which every request counts, whatever its outcome. */
  limit: LimitName | ((c: AuthContext) => LimitName) | null
  /** Requires an API key of this site. Needed where no access token is required, because a form on another site cannot send the header. */
  needsApiKey: boolean
  handle(c: AuthContext, deps: EndpointDeps): Promise<Response> | Response
}

/** An endpoint that requires an access token, and gets its user and session. */
export function signedInEndpoint(
  limit: LimitName,
  handle: (caller: SignedIn, c: AuthContext, deps: EndpointDeps) => Promise<Response>,
): Endpoint {
  return {
    limit,
    needsApiKey: false,
    handle: async (c, deps) => handle(await requireSignedIn(deps, c), c, deps),
  }
}

export interface EndpointDeps
  extends Pick<SupabaseRequestServices, 'sql' | 'limits' | 'queue' | 'trustProxy' | 'identify'> {
  signAccessToken: SignAccessToken
  nextRefreshToken: NextRefreshToken
  passwordWork: WorkQueue
  signInThrottle: SignInThrottle
  secretBox: SecretBox
  hashRecoveryCode: HashRecoveryCode
  /** The name of this site in authenticator apps. */
  siteHost: string
}

/** User agents are cut to this length, which is enough to recognise a browser. */
const MAX_USER_AGENT_LENGTH = 300

export function deviceOf(c: AuthContext, trustProxy: number): Device {
  const ip = clientIp(c, trustProxy)
  const userAgent = c.req.header('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) || null
  // A proxy may send anything as an address, and PostgreSQL does not accept IPv6 zones.
  return { userAgent, ip: isIP(ip) && !ip.includes('%') ? ip : null }
}

/** Responds with a session in the form that the official client stores. */
export async function sessionResponse(
  c: AuthContext,
  { signAccessToken }: Pick<EndpointDeps, 'signAccessToken'>,
  { user, session, refreshToken }: SignedIn & { refreshToken: string },
): Promise<Response> {
  const { token, expiresAt } = await signAccessToken(user, session)
  return c.json({
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userJson(user),
  })
}

/**
 * The user and the session of a request's access token.
 * @throws AuthError when there is no valid token, or its session has ended
 */
export async function requireSignedIn(
  { sql, identify }: { sql: Session; identify: (headers: HeaderReader) => Promise<Caller> },
  c: Context,
): Promise<SignedIn> {
  const caller = await identify(c.req.raw.headers)
  if (caller.kind === 'refused') throw new AuthError(401, 'bad_jwt', caller.reason)
  if (caller.kind !== 'user') {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  const { session_id: sessionId = null } = caller.claims
  if (typeof sessionId !== 'string') throw sessionNotFound()
  if (!isUuid(sessionId)) {
    throw new AuthError(401, 'bad_jwt', 'invalid claim: session_id claim must be a UUID')
  }
  const { user, session } = await findSignedIn(sql, { userId: caller.userId, sessionId })
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (!session) throw sessionNotFound()
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  // An old token keeps its `aal1` after the session was raised, and an `aal2` token loses it when the session fell back.
  return { user, session: { ...session, aal: lesserAal(session.aal, caller.claims.aal) } }
}

const MAX_MESSAGE_LENGTH = 200

/** Text that PostgreSQL can store: well-formed, without NUL. */
export function storableText(longest: number) {
  return z
    .string()
    .max(longest, `must have at most ${longest} characters`)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'has a character that cannot be stored')
}

/**
 * Parses the JSON body of a request. As in GoTrue, null is the same as no value, and keys that the schema does not name are ignored,
 * because each of the official clients sends some of its own.
 * @throws AuthError when it is not JSON, or does not match the schema
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(
    withoutNulls(parseJson(c.req.header('content-type'), await c.req.arrayBuffer())),
  )
  if (parsed.success) return parsed.data
  const { path = [], message = 'not accepted' } = parsed.error.issues[0] ?? {}
  const sentence = path.length > 0 ? `${path.join('.')}: ${message}` : message
  throw new AuthError(400, 'validation_failed', sentence.slice(0, MAX_MESSAGE_LENGTH))
}

/** For endpoints to which the official client sends no body; undefined when there is none. */
export async function readOptionalBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const { byteLength } = await c.req.arrayBuffer()
  return byteLength === 0 ? undefined : readBody(c, schema)
}

function parseJson(contentType: string | undefined, bytes: ArrayBuffer): unknown {
  // A form on another site cannot send this type without a CORS preflight.
  if (!/^application\/json *(;|$)/i.test(contentType ?? '')) {
    throw badJson('Content-Type must be application/json')
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badJson('it is not JSON in UTF-8')
  }
}

function badJson(why: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${why}`)
}
