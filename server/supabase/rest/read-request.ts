import type { Catalog } from '#server/supabase/rest/catalog/catalog.ts'
import { parsePreferences, readsSingleObject, requireJson } from '#server/supabase/rest/parse/headers.ts'
import { parseParameters } from '#server/supabase/rest/parse/parameters.ts'
import type { Query } from '#server/supabase/rest/query.ts'
import { readCall } from '#server/supabase/rest/read-call.ts'
import { readTable } from '#server/supabase/rest/read-table.ts'
import { RestError, shorten } from '#server/supabase/rest/rest-error.ts'
import type { ParsedRequest, RestRequest } from '#server/supabase/rest/rest-request.ts'

/** Only the official client's own spelling: rate limits go by the path, so there must be no second way to write one. */
const PATH = /^\/(?:(rpc)\/)?(\w{1,63})$/
const SCHEMA = 'public'

/** The query of a request, and the form of its response. */
export interface ReadRequest {
  query: Query
  /** The value of the Preference-Applied header. */
  applied: readonly string[]
  /** True if exactly one row is expected, as an object instead of a list. */
  isSingle: boolean
}

/**
 * Parses a request. Everything in it is either understood or refused; nothing is ignored.
 * @throws RestError
 */
export function readRequest(request: RestRequest, { relations, functions }: Catalog): ReadRequest {
  const { method, header } = request
  const [, rpc, name = ''] = PATH.exec(request.path) ?? []
  if (name === '') throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
  requireSchema(request)
  const isSingle = readsSingleObject(header('accept') ?? null)
  if (method === 'POST' || method === 'PATCH') requireJson(header('content-type') ?? null)
  const parsed: ParsedRequest = {
    ...request,
    preferences: parsePreferences(header('prefer') ?? null),
    parameters: parseParameters(request.query),
  }
  const read = rpc
    ? readCall(parsed, name, functions.get(name))
    : readTable(parsed, name, relations.get(name))
  return { ...read, isSingle }
}

function requireSchema({ method, header }: RestRequest): void {
  const profile = header(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile')
  if (!profile || profile === SCHEMA) return
  throw new RestError(406, 'PGRST106', `Invalid schema: ${shorten(profile)}`, {
    hint: 'Only the following schemas are exposed: public',
  })
}
