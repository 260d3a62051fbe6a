import type { Context } from 'hono'
import { authError } from '#server/auth/auth-error.ts'
import { clientIp, limitKey, type RequestBindings } from '#server/http/client-ip.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'

const SIGN_IN_LIMIT = { limit: 30, windowSeconds: 300 }
const REFRESH_LIMIT = { limit: 150, windowSeconds: 300 }
/** Longer than a password check takes, so that an unknown user and a wrong password look the same from outside. */
const REFUSAL_FLOOR_MS = 350

/** POST /auth/v1/token: tries are limited per address, and every refusal takes the same time. */
export function createSignIn(options: {
  pass: (c: Context<{ Bindings: RequestBindings }>) => Promise<Response>
  trustProxy: number
}) {
  const signInLimit = createRateLimit(SIGN_IN_LIMIT)
  const refreshLimit = createRateLimit(REFRESH_LIMIT)
  return async (c: Context<{ Bindings: RequestBindings }>): Promise<Response> => {
    const started = performance.now()
    const isRefresh = c.req.query('grant_type') === 'refresh_token'
    const wait = (isRefresh ? refreshLimit : signInLimit).take(limitKey(clientIp(c, options.trustProxy)))
    if (wait > 0) {
      c.header('retry-after', String(wait))
      return authError(c, 429, 'over_request_rate_limit', 'Request rate limit reached')
    }
    const response = await options.pass(c)
    if (!response.ok && !isRefresh) {
      const left = REFUSAL_FLOOR_MS - (performance.now() - started)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, left)))
    }
    return response
  }
}
