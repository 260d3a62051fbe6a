import type { Context } from 'hono'

/** An error in the form that the official client turns into an AuthApiError with a code. */
export function authError(c: Context, status: 400 | 401 | 404 | 413 | 429, code: string, message: string) {
  return c.json({ code: status, error_code: code, msg: message }, status)
}
