import { isIP } from 'node:net'
import type { Context } from 'hono'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'
import type { LimitName } from '#server/platform/limits/limits.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { HashRecoveryCode } from '#server/supabase/auth/factors/recovery-codes.ts'
import type { WorkQueue } from '#server/supabase/auth/passwords/work-queue.ts'
import type { Device, SignedIn } from '#server/supabase/auth/sessions/sessions.ts'
import type { SignInThrottle } from '#server/supabase/auth/sign-in-throttle.ts'
import { requireSignedIn } from '#server/supabase/auth/signed-in-caller.ts'
import {
  ACCESS_TOKEN_SECONDS,
  type NextRefreshToken,
  type SignAccessToken,
} from '#server/supabase/auth/tokens.ts'
import { userJson } from '#server/supabase/auth/users.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'

export type AuthContext = Context<{ Bindings: RequestBindings }>

/** One method of one route. */
export interface Endpoint {
  /** The rate limit for which every request counts, whatever its outcome. */
  limit: LimitName | ((c: AuthContext) => LimitName) | null
  /**
   * Whether a request must carry an API key of this site. Needed where no access token is required, because a form on another
   * site cannot send the header.
   */
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

/** What endpoints work with. */
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
