import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import { requireWithin } from '#server/supabase/rest/parse/parameters.ts'
import type { PrepareRequest } from '#server/supabase/rest/prepare-request.ts'
import type { Query, WriteQuery } from '#server/supabase/rest/query.ts'
import { createReadBatch, type RunRead } from '#server/supabase/rest/read-batch.ts'
import type { ReadRequest } from '#server/supabase/rest/read-request.ts'
import type { RequestPools, Turn } from '#server/supabase/rest/request-pools.ts'
import { fromDatabase, RestError } from '#server/supabase/rest/rest-error.ts'
import type { RestRequest, RestResponse } from '#server/supabase/rest/rest-request.ts'
import { identityOf, runAs, runReadsOfStranger } from '#server/supabase/rest/run-query.ts'
import { MAX_RESPONSE_BYTES, type StatementResult } from '#server/supabase/rest/sql/compile.ts'

/** Functions that write to as many rows as there are, and refuse everyone but administrators at once. */
const LONG_CALLS: ReadonlySet<string> = new Set(['save_categories'])

/** Runs work once the caller may use a connection of this pool, and has it end after a time. */
export type RunOnPool = <T>(
  turn: Pick<Turn, 'pool' | 'isUnknown' | 'isWrite' | 'text'>,
  work: (timeoutMs?: number) => Promise<T>,
) => Promise<T>

/**
 * Parses a request, runs its statement with the caller's rights, and builds the response that PostgREST would give.
 * @throws RestError
 */
export async function handleRequest(
  { pools, prepare }: { pools: RequestPools; prepare: PrepareRequest },
  request: RestRequest,
  {
    caller,
    clientIp,
    runOnPool = (_turn, work) => work(),
    readAnonymously = createReadBatch((statements) =>
      runOnPool({ pool: 'anonymous', isUnknown: statements.some(({ isKnown }) => !isKnown) }, () =>
        runReadsOfStranger(pools, statements),
      ),
    ),
  }: { caller: Caller; clientIp: string; runOnPool?: RunOnPool; readAnonymously?: RunRead },
): Promise<RestResponse> {
  const isAnonymous = caller.kind === 'anonymous'
  const prepared = prepare(request, { isStranger: isAnonymous && clientIp !== '' })
  const { query, statement } = prepared
  const check = (result: StatementResult) => requireExpected(prepared, result)
  try {
    const result = resultOfNoChange(query) ?? (await run())
    check(result)
    return buildResponse(prepared, result)
  } catch (error) {
    throw fromDatabase(error, { isAnonymous })
  }

  function run(): Promise<StatementResult> {
    const reads = query.kind === 'read' || (query.kind === 'call' && query.function.reads)
    if (isAnonymous && reads) return readAnonymously(statement)
    const identity = identityOf(caller, clientIp)
    const isLong = query.kind === 'call' && LONG_CALLS.has(query.function.name)
    const options = { reads, isLong, version: versionOf(query), check }
    return runOnPool({ pool: 'requests', text: statement.text, isWrite: !reads }, (timeoutMs) =>
      runAs(pools, identity, statement, { ...options, timeoutMs }),
    )
  }
}

/** The version of a row that an update names: PostgreSQL refuses to publish an article without one. */
function versionOf(query: Query): string | undefined {
  if (query.kind !== 'write' || query.verb !== 'update') return undefined
  return query.selection.conditions.flatMap((condition) =>
    condition.kind === 'comparison' &&
    condition.column.name === 'updated_at' &&
    condition.operator === 'eq' &&
    !condition.quantifier &&
    !condition.negated
      ? [condition.value]
      : [],
  )[0]
}

/** The result of an update that changes no column, which SQL cannot express; null for every other query. */
function resultOfNoChange(query: Query): StatementResult | null {
  if (query.kind !== 'write' || query.verb !== 'update' || query.columns.length > 0) return null
  return { count: 0, body: null, total: query.countsAll ? 0 : null, inserted: null }
}

function buildResponse({ query, applied, isSingle }: ReadRequest, result: StatementResult): RestResponse {
  const headers: Record<string, string> = { 'content-range': contentRange(query, result) }
  if (applied.length > 0) headers['preference-applied'] = applied.join(', ')
  const status = query.kind === 'write' ? statusOfWrite(query, result) : statusOfRead(query, result)
  if (query.kind === 'write' && !query.returnsRows) return { status, headers, body: null }
  const type = isSingle ? 'application/vnd.pgrst.object+json' : 'application/json'
  headers['content-type'] = `${type}; charset=utf-8`
  return { status, headers, body: query.returnsRows ? bodyOf(query, result, isSingle) : null }
}

function bodyOf(query: Query, { body }: StatementResult, isSingle: boolean): string {
  if (query.kind === 'call' && !query.selection) return body ?? 'null'
  return isSingle ? (body ?? '') : `[${body ?? ''}]`
}

/** Content-Range: which rows these are and how many there are in all. An insert or a deletion has only the number. */
function contentRange(query: Query, { count, total }: StatementResult): string {
  const hasRange = query.kind !== 'write' || query.verb === 'update'
  const first = offsetOf(query)
  return `${hasRange && count > 0 ? `${first}-${first + count - 1}` : '*'}/${total ?? '*'}`
}

function statusOfRead(query: Query, { count, total }: StatementResult): number {
  if (total === null) return 200
  requireWithin(offsetOf(query), total)
  return count < total ? 206 : 200
}

function statusOfWrite(query: WriteQuery, { inserted }: StatementResult): number {
  if (query.verb === 'insert') return query.conflict?.merges && inserted === 0 ? 200 : 201
  return query.returnsRows ? 200 : 204
}

function offsetOf(query: Query): number {
  return query.kind === 'write' ? 0 : (query.selection?.offset ?? 0)
}

/**
 * Checks that a result has as many rows as the caller allows, and is not too large. Runs inside the transaction, so that a
 * refusal rolls a write back.
 * @throws RestError
 */
function requireExpected({ query, isSingle }: ReadRequest, { count, body }: StatementResult): void {
  const maxAffected = query.kind === 'read' ? null : query.maxAffected
  if (isSingle && count !== 1) {
    throw new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${count} rows`,
    })
  }
  if (maxAffected !== null && count > maxAffected) {
    throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${count} rows`,
    })
  }
  const isValue = query.kind === 'call' && query.selection === null
  if (query.returnsRows && !isValue && count > 0 && body === null) {
    throw new RestError(413, 'PGRST100', 'The answer is too large', {
      details: `It has more than ${MAX_RESPONSE_BYTES} bytes`,
      hint: 'Ask for fewer columns with select, or for fewer rows with limit and offset.',
    })
  }
}
