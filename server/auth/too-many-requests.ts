import { AuthError } from '#server/auth/auth-error.ts'

/** An AuthError that says when to come back. */
export function tooManyRequests(seconds: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfterSeconds: seconds,
  })
}
