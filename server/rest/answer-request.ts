import type { Caller } from '#server/auth/bearer-token.ts'
import { requireWithin } from '#server/rest/parse/range.ts'
import { prepareRequest } from '#server/rest/prepare-request.ts'
import type { Query, WriteQuery } from '#server/rest/query.ts'
import type { ReadRequest } from '#server/rest/read-request.ts'
import type { RequestPools } from '#server/rest/request-pools.ts'
import { requireExpected } from '#server/rest/require-expected.ts'
import { fromDatabase } from '#server/rest/rest-error.ts'
import type { RestAnswer, RestRequest } from '#server/rest/rest-request.ts'
import { type Asker, runAnonymousRead, runAs } from '#server/rest/run-query.ts'
import type { StatementResult } from '#server/rest/sql/compile.ts'

/** Has work wait for a connection of this pool to be its turn. */
export type TakeTurn = <T>(pool: 'anonymous' | 'requests', work: () => Promise<T>) => Promise<T>

/**
 * Reads a request, asks the database in the caller's name, and writes the answer as PostgREST does.
 * @throws RestError
 */
export async function answerRequest(
  pools: RequestPools,
  request: RestRequest,
  {
    caller,
    clientIp,
    takeTurn = (_pool, work) => work(),
  }: { caller: Caller; clientIp: string; takeTurn?: TakeTurn },
): Promise<RestAnswer> {
  const asked = prepareRequest(request)
  const { query, statement } = asked
  const isAnonymous = caller.kind === 'anonymous'
  const check = (result: StatementResult) => requireExpected(asked, result)
  try {
    const result = resultOfNoChange(query) ?? (await run())
    check(result)
    return write(asked, result)
  } catch (error) {
    throw fromDatabase(error, { isAnonymous })
  }

  function run(): Promise<StatementResult> {
    const reads = query.kind === 'read' || (query.kind === 'call' && query.function.reads)
    if (isAnonymous && reads) return takeTurn('anonymous', () => runAnonymousRead(pools, statement))
    const asker = askerOf(caller, clientIp)
    return takeTurn('requests', () => runAs(pools, asker, statement, { reads, check }))
  }
}

export function askerOf(caller: Caller, clientIp: string): Asker {
  switch (caller.kind) {
    case 'user':
      return { role: 'authenticated', claims: JSON.stringify(caller.claims), clientIp }
    case 'service':
      return { role: 'service_role', claims: '{"role":"service_role"}', clientIp }
    default:
      return { role: 'anon', claims: '{"role":"anon"}', clientIp }
  }
}

/** What comes of an update without changes, for which SQL has no statement; of others null. */
function resultOfNoChange(query: Query): StatementResult | null {
  if (query.kind !== 'write' || query.verb !== 'update' || query.columns.length > 0) return null
  return { count: 0, body: null, total: query.countsAll ? 0 : null, inserted: null }
}

function write({ query, applied, isSingle }: ReadRequest, result: StatementResult): RestAnswer {
  const headers: Record<string, string> = { 'content-range': contentRange(query, result) }
  if (applied.length > 0) headers['preference-applied'] = applied.join(', ')
  const status = query.kind === 'write' ? statusOfWrite(query, result) : statusOfRead(query, result)
  if (query.kind === 'write' && !query.answersRows) return { status, headers, body: null }
  const type = isSingle ? 'application/vnd.pgrst.object+json' : 'application/json'
  headers['content-type'] = `${type}; charset=utf-8`
  return { status, headers, body: query.answersRows ? bodyOf(query, result, isSingle) : null }
}

function bodyOf(query: Query, { body }: StatementResult, isSingle: boolean): string {
  if (query.kind === 'call' && !query.selection) return body ?? 'null'
  return isSingle ? (body ?? '') : `[${body ?? ''}]`
}

/** Which rows these are, of how many; of an insert or a deletion only how many. */
function contentRange(query: Query, { count, total }: StatementResult): string {
  const hasPlace = query.kind !== 'write' || query.verb === 'update'
  const first = offsetOf(query)
  return `${hasPlace && count > 0 ? `${first}-${first + count - 1}` : '*'}/${total ?? '*'}`
}

function statusOfRead(query: Query, { count, total }: StatementResult): number {
  if (total === null) return 200
  requireWithin(offsetOf(query), total)
  return count < total ? 206 : 200
}

function statusOfWrite(query: WriteQuery, { inserted }: StatementResult): number {
  if (query.verb === 'insert') return query.conflict?.merges && inserted === 0 ? 200 : 201
  return query.answersRows ? 200 : 204
}

function offsetOf(query: Query): number {
  return query.kind === 'write' ? 0 : (query.selection?.offset ?? 0)
}
