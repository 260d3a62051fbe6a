import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { HashRecoveryCode } from '#server/auth/factors/recovery-code.ts'
import type { SecretBox } from '#server/auth/factors/secret-box.ts'
import type { GuessLimit } from '#server/auth/guess-limit.ts'
import type { WorkQueue } from '#server/auth/passwords/work-queue.ts'
import type { SignAccessToken } from '#server/auth/sessions/access-token.ts'
import type { SuccessorOf } from '#server/auth/sessions/refresh-token.ts'
import type { Device } from '#server/auth/sessions/sessions.ts'
import { clientIp, type RequestBindings } from '#server/http/client-ip.ts'
import type { SiteServices } from '#server/services.ts'

export type AuthContext = Context<{ Bindings: RequestBindings }>
export type Endpoint = (c: AuthContext) => Promise<Response> | Response

/** What endpoints work with. */
export interface EndpointDeps
  extends Pick<SiteServices, 'sql' | 'limits' | 'queue' | 'trustProxy' | 'identify'> {
  signAccessToken: SignAccessToken
  successorOf: SuccessorOf
  passwordWork: WorkQueue
  guesses: GuessLimit
  secretBox: SecretBox
  hashRecoveryCode: HashRecoveryCode
  /** What an authenticator app calls this site. */
  siteHost: string
}

/** As much of the name of a browser as helps to recognise it. */
const USER_AGENT_CHARACTERS = 300

export function deviceOf(c: AuthContext, trustProxy: number): Device {
  const ip = clientIp(c, trustProxy)
  const userAgent = c.req.header('user-agent')?.slice(0, USER_AGENT_CHARACTERS) || null
  // A proxy may write anything, and PostgreSQL knows no zones of IPv6.
  return { userAgent, ip: isIP(ip) && !ip.includes('%') ? ip : null }
}
