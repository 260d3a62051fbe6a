import { LRUCache } from 'lru-cache'
import { type ReadRequest, readRequest } from '#server/rest/read-request.ts'
import type { RestRequest } from '#server/rest/rest-request.ts'
import { compileQuery, type Statement } from '#server/rest/sql/compile.ts'

export interface PreparedRequest extends ReadRequest {
  statement: Statement
}

const REMEMBERED = 500
const LONGEST_KEY = 1000
/** Everything besides the URL that decides what a read asks. */
const HEADERS = ['accept', 'accept-profile', 'prefer', 'range']

const prepared = new LRUCache<string, PreparedRequest>({ max: REMEMBERED })

/**
 * Reads a request and compiles its statement. Pages ask the same few hundred questions all day, so reads that were
 * understood are remembered; what they ask, never what they were answered.
 * @throws RestError
 */
export function prepareRequest(request: RestRequest): PreparedRequest {
  const { method, path, query, header } = request
  if (method !== 'GET' && method !== 'HEAD') return prepare(request)
  const key = [method, path, query, ...HEADERS.map((name) => header(name) ?? '')].join('\n')
  const known = prepared.get(key)
  if (known) return known
  const fresh = prepare(request)
  if (key.length <= LONGEST_KEY) prepared.set(key, fresh)
  return fresh
}

function prepare(request: RestRequest): PreparedRequest {
  const asked = readRequest(request)
  return { ...asked, statement: compileQuery(asked.query) }
}
