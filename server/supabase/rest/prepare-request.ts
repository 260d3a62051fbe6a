import { LRUCache } from 'lru-cache'
import type { Statement } from '#server/platform/database/fragment.ts'
import type { Catalog } from '#server/supabase/rest/catalog/catalog.ts'
import { limitStranger } from '#server/supabase/rest/parse/conditions.ts'
import { knownReads, namePreparedReads } from '#server/supabase/rest/prepared-statements.ts'
import { type ReadRequest, readRequest } from '#server/supabase/rest/read-request.ts'
import type { RestRequest } from '#server/supabase/rest/rest-request.ts'
import { compileQuery } from '#server/supabase/rest/sql/compile.ts'

export interface RestStatement extends Statement {
  /** One that the site itself asks: what others write may take long. */
  isKnown: boolean
}

interface PreparedRequest extends ReadRequest {
  statement: RestStatement
}

/**
 * Parses a request and compiles its statement.
 * @throws RestError
 */
export type PrepareRequest = (request: RestRequest, caller: { isStranger: boolean }) => PreparedRequest

const MAX_CACHED = 500
const MAX_KEY_LENGTH = 1000
/** The headers that change what a read asks for. */
const HEADERS = ['accept', 'accept-profile', 'prefer', 'range']

/** Pages send the same few hundred reads all day, so the compiled statements of reads are cached; their results never are. */
export function createPrepareRequest(catalog: Catalog): PrepareRequest {
  const names = namePreparedReads(catalog)
  const known = knownReads(catalog)
  const cache = new LRUCache<string, PreparedRequest>({ max: MAX_CACHED })

  function prepare(request: RestRequest, isStranger: boolean): PreparedRequest {
    const read = readRequest(request, catalog)
    const { query } = read
    if (isStranger && query.selection) query.selection = limitStranger(query.selection, query.returnsRows)
    const compiled = compileQuery(read.query)
    const name = names.get(compiled.text)
    const isKnown = known.has(compiled.text)
    return { ...read, statement: { ...(name && { name }), ...compiled, isKnown } }
  }

  return (request, { isStranger }) => {
    const { method, path, query, header } = request
    if (method !== 'GET' && method !== 'HEAD') return prepare(request, isStranger)
    const key = [isStranger, method, path, query, ...HEADERS.map((name) => header(name) ?? '')].join('\n')
    const cached = cache.get(key)
    if (cached) return cached
    const prepared = prepare(request, isStranger)
    if (key.length <= MAX_KEY_LENGTH) cache.set(key, prepared)
    return prepared
  }
}
