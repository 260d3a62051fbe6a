import { isIP } from 'node:net'
import type { Context } from 'hono'
import { clientIp, type RequestBindings } from '#server/platform/http/client-ip.ts'
import type { LimitName } from '#server/platform/limits/limits.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import type { HashRecoveryCode } from '#server/supabase/auth/factors/recovery-code.ts'
import type { GuessLimit } from '#server/supabase/auth/guess-limit.ts'
import type { WorkQueue } from '#server/supabase/auth/passwords/work-queue.ts'
import type { SignAccessToken } from '#server/supabase/auth/sessions/access-token.ts'
import type { SuccessorOf } from '#server/supabase/auth/sessions/refresh-token.ts'
import type { Device } from '#server/supabase/auth/sessions/sessions.ts'
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

/** What endpoints work with. */
export interface EndpointDeps
  extends Pick<SupabaseRequestServices, 'sql' | 'limits' | 'queue' | 'trustProxy' | 'identify'> {
  signAccessToken: SignAccessToken
  successorOf: SuccessorOf
  passwordWork: WorkQueue
  guesses: GuessLimit
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
