import type { Context } from 'hono'
import type { JWTPayload } from 'jose'
import type { LimitName } from '#server/limits/limits.ts'
import { isAdministrator } from '#server/rest/is-administrator.ts'
import { RestError } from '#server/rest/rest-error.ts'
import type { SiteServices } from '#server/services.ts'

export type AdmitDeps = Pick<SiteServices, 'identify' | 'limits' | 'requestPools'>

const NOT_ADMINISTRATOR = { error: 'Only administrators can do this.' }

/**
 * Lets an administrator in, and counts the request where that is limited. Returns the claims of the access token, or the response for
 * anybody else. A request with a body must be JSON, or text/csv where that is asked for: a form of another site cannot send either without a
 * preflight request.
 */
export async function admitAdministrator(
  c: Context,
  { identify, limits, requestPools }: AdmitDeps,
  limit?: LimitName,
  bodyType: 'application/json' | 'text/csv' = 'application/json',
): Promise<JWTPayload | Response> {
  const caller = await identify(c.req.raw.headers)
  if (caller.kind !== 'user') {
    c.header('www-authenticate', 'Bearer')
    return c.json({ error: 'Sign in as an administrator first.' }, 401)
  }
  const wait = limit ? await limits.take(limit, caller.userId) : 0
  if (wait > 0) {
    c.header('retry-after', String(wait))
    return c.json({ error: 'Too many requests. Please try again later.' }, 429)
  }
  try {
    if (!(await isAdministrator(requestPools, caller))) return c.json(NOT_ADMINISTRATOR, 403)
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    // The subject of the token is no user id.
    if (error.status < 500) return c.json(NOT_ADMINISTRATOR, 403)
    return c.json({ error: 'The database cannot be reached right now. Please try again in a moment.' }, 503)
  }
  const isEmpty = !c.req.header('transfer-encoding') && Number(c.req.header('content-length') ?? 0) === 0
  const [sentType = ''] = (c.req.header('content-type') ?? '').split(';')
  if (c.req.method === 'POST' && !isEmpty && sentType.trim().toLowerCase() !== bodyType)
    return c.json({ error: `Send the request as ${bodyType}.` }, 415)
  return caller.claims
}
