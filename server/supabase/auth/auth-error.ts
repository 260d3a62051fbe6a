import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Refuses a request, with one of GoTrue's error codes, which the official client knows. */
export class AuthError extends Error {
  override name = 'AuthError'
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly retryAfterSeconds: number | undefined
  readonly weakPassword: { reasons: string[] } | undefined

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    more: { retryAfterSeconds?: number; weakPassword?: { reasons: string[] }; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.code = code
    this.retryAfterSeconds = more.retryAfterSeconds
    this.weakPassword = more.weakPassword
  }
}

/** The error for a rate limit that is used up; it says when to try again. */
export function tooManyRequests(seconds: number): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfterSeconds: seconds,
  })
}

/** An AuthError that asks for the second factor. */
export function insufficientAal(status: 401 | 403 | 422, message: string): AuthError {
  return new AuthError(status, 'insufficient_aal', message)
}

export function sessionNotFound(): AuthError {
  return new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

const VERSION_HEADER = 'x-supabase-api-version'
/** From this API version on `code` is the name of the error; before it was the HTTP status. */
const NAMED_CODES_VERSION = '2024-01-01'

/** Responds with an error in the form of the API version that the client asks for, and names that version. */
export function authErrorResponse(c: Context, error: AuthError): Response {
  const { status, code, message, retryAfterSeconds, weakPassword } = error
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  const more = weakPassword && { weak_password: weakPassword }
  if (!asksForNamedCodes(c)) return c.json({ code: status, error_code: code, msg: message, ...more }, status)
  c.header(VERSION_HEADER, NAMED_CODES_VERSION)
  return c.json({ code, message, ...more }, status)
}

/** Later versions get the latest form; a header that is not a date gets the first. */
function asksForNamedCodes(c: Context): boolean {
  const asked = c.req.header(VERSION_HEADER) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) && asked >= NAMED_CODES_VERSION
}
