import { type RawBuilder, sql } from 'kysely'
import { compiler } from '#server/database/connection.ts'
import type { CallQuery, Query, ReadQuery, Selection, WriteQuery } from '#server/rest/query.ts'
import { NOTHING, name, names, orderBy, typed, where } from '#server/rest/sql/fragments.ts'
import { compileVerb, IS_NEW } from '#server/rest/sql/write.ts'

type Fragment = RawBuilder<unknown>

/** No answer has more rows; PostgREST's `max-rows`. */
export const MAX_ROWS = 1000
/** No answer has more bytes: more rows or columns must be asked for in parts. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024

const UNKNOWN = sql`null::int`

export interface Statement {
  text: string
  values: unknown[]
}

/**
 * The row that each statement answers. The rows leave PostgreSQL as JSON text, which nobody reads on the way out; `body` is
 * null when they have more bytes than MAX_ANSWER_BYTES, or when nobody wants them.
 */
export interface StatementResult {
  count: number
  body: string | null
  /** Of all rows that meet the conditions, when that was asked. */
  total: number | null
  /** Of the rows of an upsert those that were not there before. */
  inserted: number | null
}

/** One statement for one request. */
export function compileQuery(query: Query): Statement {
  const { sql: text, parameters } = fragmentOf(query).compile(compiler)
  return { text, values: [...parameters] }
}

function fragmentOf(query: Query): Fragment {
  switch (query.kind) {
    case 'read':
      return compileRead(query)
    case 'write':
      return compileWrite(query)
    case 'call':
      return query.selection ? compileTableCall(query, query.selection) : compileValueCall(query)
  }
}

function compileRead({ relation, selection, ...wanted }: ReadQuery): Fragment {
  return compileRows(selection, sql`from ${name('public', relation.name)}`, relation.name, wanted)
}

/** A page of rows. The cap is part of the statement, so that nothing beyond it is read. */
function compileRows(
  selection: Selection,
  from: Fragment,
  relation: string,
  { countsAll, answersRows }: { countsAll: boolean; answersRows: boolean },
): Fragment {
  const { columns, conditions, order, limit, offset } = selection
  const met = sql`${from}${where(conditions, relation)}`
  const total = countsAll ? sql`(select count(*)::int ${met})` : UNKNOWN
  const skip = offset > 0 ? sql` offset ${offset}::bigint` : NOTHING
  const take = sql` limit ${Math.min(limit ?? MAX_ROWS, MAX_ROWS)}::bigint`
  if (!answersRows) return answerCount(sql`select 1 ${met}${take}${skip}`, { total })
  const selected = sql.join(columns.map((column) => name(relation, column)))
  return answerRows(sql`select ${selected} ${met}${orderBy(order, relation)}${take}${skip}`, { total })
}

interface Told {
  total: Fragment
  inserted?: Fragment
  /** What the page reads from. */
  before?: Fragment
}

/** Rows as JSON texts, and of these one text when it is not too long. */
function answerRows(page: Fragment, { total, inserted = UNKNOWN, before = NOTHING }: Told): Fragment {
  return sql`${before}select count(*)::int as count,
case when sum(octet_length(line)) <= ${sql.lit(MAX_ANSWER_BYTES)} then string_agg(line, ',') end as body, ${total} as total, ${inserted} as inserted
from (select row_to_json(page)::text as line from (${page}) as page) as lines`
}

function answerCount(page: Fragment, { total, inserted = UNKNOWN, before = NOTHING }: Told): Fragment {
  return sql`${before}select count(*)::int as count, null as body, ${total} as total, ${inserted} as inserted
from (${page}) as page`
}

function compileWrite(query: WriteQuery): Fragment {
  const { relation, selection, answersRows } = query
  const tellsNew = query.verb === 'insert' && query.conflict?.merges
  const columns = answersRows ? selection.columns : []
  const ordered = answersRows ? selection.order.map(({ column }) => column) : []
  const returned = [
    sql`1 as one`,
    ...[...new Set([...columns, ...ordered])].map((column) => name(relation.name, column)),
    ...(tellsNew ? [sql`${name(relation.name, 'xmax')} = 0 as ${name(IS_NEW)}`] : []),
  ]
  const told = {
    total: query.countsAll ? sql`(select count(*)::int from written)` : UNKNOWN,
    inserted: tellsNew ? sql`(select count(*)::int from written where ${name(IS_NEW)})` : UNKNOWN,
    before: sql`with written as (${compileVerb(query)} returning ${sql.join(returned)}) `,
  }
  if (!answersRows) return answerCount(sql`select from written`, told)
  return answerRows(sql`select ${names(columns)} from written${orderBy(selection.order, 'written')}`, told)
}

/** The call, and after it where its arguments come from: each by its name, so that defaults hold for the others. */
function callOf(query: CallQuery): { call: Fragment; source: Fragment } {
  const given = query.arguments.map((argument) => sql`${name(argument)} => ${name('arguments', argument)}`)
  const call = sql`${name('public', query.function.name)}(${given.length > 0 ? sql.join(given) : NOTHING})`
  if (given.length === 0) return { call, source: NOTHING }
  const types = typed(query.arguments, query.function.parameters)
  return { call, source: sql`json_to_record(${query.json}::json) as arguments (${types})` }
}

function compileValueCall(query: CallQuery): Fragment {
  const { call, source } = callOf(query)
  const from = query.arguments.length > 0 ? sql` from ${source}` : NOTHING
  const total = query.countsAll ? sql`1` : UNKNOWN
  return sql`select 1 as count, to_json(${call})::text as body, ${total} as total, ${UNKNOWN} as inserted${from}`
}

function compileTableCall(query: CallQuery, selection: Selection): Fragment {
  const { call, source } = callOf(query)
  const relation = query.function.name
  const rows = sql`${call} as ${name(relation)}`
  const from = query.arguments.length > 0 ? sql`from ${source}, ${rows}` : sql`from ${rows}`
  return compileRows(selection, from, relation, query)
}
