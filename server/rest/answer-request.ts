import type { Caller } from '#server/auth/bearer-token.ts'
import { prepareRequest } from '#server/rest/prepare-request.ts'
import type { Query, WriteQuery } from '#server/rest/query.ts'
import type { ReadRequest } from '#server/rest/read-request.ts'
import type { RequestPools } from '#server/rest/request-pools.ts'
import { fromDatabase, RestError } from '#server/rest/rest-error.ts'
import type { RestAnswer, RestRequest } from '#server/rest/rest-request.ts'
import { type Asker, runAnonymousRead, runAs } from '#server/rest/run-query.ts'
import { MAX_ANSWER_BYTES, type StatementResult } from '#server/rest/sql/compile.ts'

/**
 * Reads a request, asks the database in the caller's name, and writes the answer as PostgREST does.
 * @throws RestError
 */
export async function answerRequest(
  pools: RequestPools,
  request: RestRequest,
  { caller, clientIp }: { caller: Caller; clientIp: string },
): Promise<RestAnswer> {
  const asked = prepareRequest(request)
  const { query, statement } = asked
  const isAnonymous = caller.kind === 'anonymous'
  try {
    const result = isEmptyWrite(query) ? { count: 0, body: null, total: null } : await run()
    return write(request, asked, result)
  } catch (error) {
    throw fromDatabase(error, { isAnonymous })
  }

  function run(): Promise<StatementResult> {
    const reads = query.kind === 'read' || (query.kind === 'call' && query.function.reads)
    if (isAnonymous && reads) return runAnonymousRead(pools, statement)
    const check = (result: StatementResult) => requireExpected(asked, result)
    return runAs(pools, askerOf(caller, clientIp), statement, { reads, check })
  }
}

function askerOf(caller: Caller, clientIp: string): Asker {
  switch (caller.kind) {
    case 'user':
      return { role: 'authenticated', claims: JSON.stringify(caller.claims), clientIp }
    case 'service':
      return { role: 'service_role', claims: '{"role":"service_role"}', clientIp }
    default:
      return { role: 'anon', claims: '{"role":"anon"}', clientIp }
  }
}

/** An empty list of rows, or no changes: PostgREST answers it without a statement. */
function isEmptyWrite(query: Query): query is WriteQuery {
  if (query.kind !== 'write' || query.verb === 'delete') return false
  return query.verb === 'update' ? query.columns.length === 0 : query.json.trim() === '[]'
}

/** Throws where the rows are not as many as the caller allows, while there is still a transaction to roll back. */
function requireExpected({ query, isSingle }: ReadRequest, { count, body }: StatementResult): void {
  if (query.kind === 'write' && query.maxAffected !== null && count > query.maxAffected) {
    throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${count} rows`,
    })
  }
  const hasRows = query.kind !== 'call' || query.selection !== null
  const isAnswered = query.kind !== 'write' || query.answersRows
  if (!hasRows) return
  if (isSingle && isAnswered && count !== 1) {
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${count} rows`,
    })
  }
  if (count > 0 && body === null) {
    throw new RestError(413, 'PGRST100', 'The answer is too large', {
      details: `It has more than ${MAX_ANSWER_BYTES} bytes`,
      hint: 'Ask for fewer columns with select, or for fewer rows with limit and offset.',
    })
  }
}

function write(request: RestRequest, asked: ReadRequest, result: StatementResult): RestAnswer {
  requireExpected(asked, result)
  const { query, isSingle, preferences } = asked
  const headers: Record<string, string> = {}
  if (preferences.applied.length > 0) headers['preference-applied'] = preferences.applied.join(', ')
  if (query.kind === 'call' && !query.selection)
    return { ...json(result.body ?? 'null', headers), status: 200 }

  const rows = result.body ?? ''
  if (query.kind === 'write') {
    headers['content-range'] =
      `${query.verb === 'update' ? span(0, result.count) : '*'}/${result.total ?? '*'}`
    const status = query.verb === 'insert' ? 201 : query.answersRows ? 200 : 204
    return query.answersRows
      ? { ...json(form(rows, isSingle), headers, isSingle), status }
      : { status, headers, body: null }
  }

  const offset = (query.kind === 'read' ? query.selection : query.selection)?.offset ?? 0
  const { count, total } = result
  if (total !== null && offset > 0 && offset >= total) {
    throw new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    })
  }
  headers['content-range'] = `${span(offset, count)}/${total ?? '*'}`
  const status = total !== null && count < total ? 206 : 200
  const answer = { ...json(form(rows, isSingle), headers, isSingle), status }
  return request.method === 'HEAD' ? { ...answer, body: null } : answer
}

function form(rows: string, isSingle: boolean): string {
  return isSingle ? rows : `[${rows}]`
}

function span(offset: number, count: number): string {
  return count === 0 ? '*' : `${offset}-${offset + count - 1}`
}

function json(body: string, headers: Record<string, string>, isSingle = false): Omit<RestAnswer, 'status'> {
  const type = isSingle ? 'application/vnd.pgrst.object+json' : 'application/json'
  return { body, headers: { ...headers, 'content-type': `${type}; charset=utf-8` } }
}
