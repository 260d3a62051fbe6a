import { LRUCache } from 'lru-cache'
import type { Statement } from '#server/database/fragment.ts'
import { type ReadRequest, readRequest } from '#server/rest/read-request.ts'
import type { RestRequest } from '#server/rest/rest-request.ts'
import { compileQuery } from '#server/rest/sql/compile.ts'

export interface PreparedRequest extends ReadRequest {
  statement: Statement
}

const MAX_CACHED = 500
const MAX_KEY_LENGTH = 1000
/** The headers that change what a read asks for. */
const HEADERS = ['accept', 'accept-profile', 'prefer', 'range']

const cache = new LRUCache<string, PreparedRequest>({ max: MAX_CACHED })

/**
 * Parses a request and compiles its statement. Pages send the same few hundred reads all day, so the compiled statements of
 * reads are cached; their results never are.
 * @throws RestError
 */
export function prepareRequest(request: RestRequest): PreparedRequest {
  const { method, path, query, header } = request
  if (method !== 'GET' && method !== 'HEAD') return prepare(request)
  const key = [method, path, query, ...HEADERS.map((name) => header(name) ?? '')].join('\n')
  const cached = cache.get(key)
  if (cached) return cached
  const prepared = prepare(request)
  if (key.length <= MAX_KEY_LENGTH) cache.set(key, prepared)
  return prepared
}

function prepare(request: RestRequest): PreparedRequest {
  const read = readRequest(request)
  return { ...read, statement: compileQuery(read.query) }
}
