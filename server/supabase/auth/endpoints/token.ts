import * as z from 'zod'
import { clientIp, limitKey } from '#server/platform/http/client-ip.ts'
import { AuthError } from '#server/supabase/auth/auth-error.ts'
import {
  type AuthContext,
  deviceOf,
  type Endpoint,
  type EndpointDeps,
  readBody,
  sessionResponse,
  storableText,
} from '#server/supabase/auth/endpoints/endpoint.ts'
import { type Refreshed, refreshSession } from '#server/supabase/auth/sessions/refresh-session.ts'
import { signIn } from '#server/supabase/auth/sign-in.ts'

const passwordGrantBody = z.object({
  email: storableText(255).optional(),
  phone: storableText(255).optional(),
  password: z.string(),
})

const refreshGrantBody = z.object({
  refresh_token: storableText(512),
})

/** `POST /token?grant_type=password|refresh_token` */
export const grantToken: Endpoint = {
  limit(c) {
    const grantType = c.req.query('grant_type')
    if (grantType === 'password') return 'sign-in'
    return grantType === 'refresh_token' ? 'refresh' : 'auth'
  },
  needsApiKey: true,
  handle(c, deps) {
    const grantType = c.req.query('grant_type')
    if (grantType === 'password') return signInWithPassword(c, deps)
    return grantType === 'refresh_token' ? refresh(c, deps) : refuseGrant(grantType)
  },
}

async function signInWithPassword(c: AuthContext, deps: EndpointDeps): Promise<Response> {
  const { email, phone, password } = await readBody(c, passwordGrantBody)
  if (email && phone) {
    const message = 'Only an email address or phone number should be provided on login.'
    throw new AuthError(400, 'validation_failed', message)
  }
  if (phone) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled')
  if (!email) throw new AuthError(400, 'validation_failed', 'missing email or phone')
  const device = deviceOf(c, deps.trustProxy)
  const address = limitKey(clientIp(c, deps.trustProxy))
  return sessionResponse(c, deps, await signIn(deps, { email, password, device, address }))
}

async function refresh(c: AuthContext, deps: EndpointDeps): Promise<Response> {
  const { refresh_token: token } = await readBody(c, refreshGrantBody)
  const { sql, nextRefreshToken, trustProxy } = deps
  const refreshed = await refreshSession(sql, { token, nextRefreshToken, device: deviceOf(c, trustProxy) })
  if (refreshed.outcome !== 'refreshed') throw refreshError(refreshed.outcome)
  return sessionResponse(c, deps, refreshed)
}

/** Refuses grants that are not supported, with GoTrue's own errors. */
function refuseGrant(grantType: string | undefined): never {
  switch (grantType) {
    case 'id_token':
      throw new AuthError(400, 'provider_disabled', 'Provider is not enabled')
    case 'pkce':
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    case 'web3':
      throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
}

function refreshError(outcome: Exclude<Refreshed['outcome'], 'refreshed'>): AuthError {
  const refuse = (code: string, why: string) => new AuthError(400, code, `Invalid Refresh Token: ${why}`)
  switch (outcome) {
    case 'not_found':
      return refuse('refresh_token_not_found', 'Refresh Token Not Found')
    case 'already_used':
      return refuse('refresh_token_already_used', 'Already Used')
    case 'expired':
      return refuse('session_expired', 'Session Expired')
    case 'banned':
      return refuse('user_banned', 'User Banned')
  }
}
