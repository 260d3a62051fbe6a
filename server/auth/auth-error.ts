import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A request that is refused, with one of GoTrue's codes, which the official client knows. */
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

const VERSION_HEADER = 'x-supabase-api-version'
/** From here on `code` is the name of the error; before it was the status. */
const NAMED_CODES_VERSION = '2024-01-01'

/** Writes a refusal in the form of the API version that the client asks for, and says which one that is. */
export function answerAuthError(c: Context, error: AuthError): Response {
  const { status, code, message, retryAfterSeconds, weakPassword } = error
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds))
  const more = weakPassword && { weak_password: weakPassword }
  if (!asksForNamedCodes(c)) return c.json({ code: status, error_code: code, msg: message, ...more }, status)
  c.header(VERSION_HEADER, NAMED_CODES_VERSION)
  return c.json({ code, message, ...more }, status)
}

/** A later version gets the latest form there is; what is no date, the first. */
function asksForNamedCodes(c: Context): boolean {
  const asked = c.req.header(VERSION_HEADER) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) && asked >= NAMED_CODES_VERSION
}
