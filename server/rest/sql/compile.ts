import { type RawBuilder, sql } from 'kysely'
import { compiler } from '#server/database/connection.ts'
import type { CallQuery, Query, ReadQuery, Selection, WriteQuery } from '#server/rest/query.ts'
import { NOTHING, name, names, orderBy, typed, where } from '#server/rest/sql/fragments.ts'
import { compileVerb, IS_NEW } from '#server/rest/sql/write.ts'

type Fragment = RawBuilder<unknown>

/** The most rows in one response, like PostgREST's `max-rows`. */
const MAX_ROWS = 1000
/** The most bytes in one response; larger results must be fetched in parts. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/** From this offset on the keys of a page are found first, so that the rows before it need not be read if an index has the order. */
const DEEP_OFFSET = 1000

const UNKNOWN = sql`null::int`

export interface Statement {
  /** Under which it is prepared on every connection. */
  name?: string
  text: string
  values: unknown[]
}

/**
 * The one row that each statement returns. PostgreSQL writes the rows as JSON text, which is passed on without being parsed;
 * `body` is null when it would be longer than MAX_RESPONSE_BYTES, or when no rows are wanted.
 */
export interface StatementResult {
  count: number
  body: string | null
  /** How many rows meet the conditions in all; null unless the request asks for it. */
  total: number | null
  /** How many rows of an upsert are new. */
  inserted: number | null
}

/** Compiles a request into one SQL statement. */
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
  const { name: table, key } = relation
  return compileRows(selection, sql`from ${name('public', table)}`, table, { ...wanted, key })
}

/** Compiles a page of rows. The limit is part of the statement, so that no row beyond it is read. */
function compileRows(
  selection: Selection,
  from: Fragment,
  relation: string,
  { countsAll, returnsRows, key = [] }: { countsAll: boolean; returnsRows: boolean; key?: readonly string[] },
): Fragment {
  const { columns, conditions, order, limit, offset } = selection
  const met = sql`${from}${where(conditions, relation)}`
  const total = countsAll ? sql`(select count(*)::int ${met})` : UNKNOWN
  const skip = offset > 0 ? sql` offset ${offset}::bigint` : NOTHING
  const take = sql` limit ${Math.min(limit ?? MAX_ROWS, MAX_ROWS)}::bigint`
  if (!returnsRows) return selectCount(sql`select 1 ${met}${take}${skip}`, { total })
  const selected = sql.join(columns.map((column) => name(relation, column)))
  const page = sql`${met}${orderBy(order, relation)}${take}${skip}`
  if (offset < DEEP_OFFSET || key.length === 0 || order.length === 0)
    return selectRows(sql`select ${selected} ${page}`, { total })
  const keys = sql.join(key.map((column) => name(relation, column)))
  const rows = sql`select ${selected} from (select ${keys} ${page}) as keys join ${name('public', relation)} using (${names(key)})`
  return selectRows(sql`${rows}${orderBy(order, relation)}`, { total })
}

/** The further parts of a result row, and of the statement. */
interface ResultParts {
  total: Fragment
  inserted?: Fragment
  /** A `with …` clause that the page reads from. */
  before?: Fragment
}

/** Writes each row as JSON, and joins the rows into one text unless it would be too long. */
function selectRows(page: Fragment, { total, inserted = UNKNOWN, before = NOTHING }: ResultParts): Fragment {
  return sql`${before}select count(*)::int as count,
case when sum(octet_length(line)) <= ${sql.lit(MAX_RESPONSE_BYTES)} then string_agg(line, ',') end as body, ${total} as total, ${inserted} as inserted
from (select row_to_json(page)::text as line from (${page}) as page) as lines`
}

function selectCount(page: Fragment, { total, inserted = UNKNOWN, before = NOTHING }: ResultParts): Fragment {
  return sql`${before}select count(*)::int as count, null as body, ${total} as total, ${inserted} as inserted
from (${page}) as page`
}

function compileWrite(query: WriteQuery): Fragment {
  const { relation, selection, returnsRows } = query
  const countsNew = query.verb === 'insert' && query.conflict?.merges
  const columns = returnsRows ? selection.columns : []
  const ordered = returnsRows ? selection.order.map(({ column }) => column) : []
  const returned = [
    sql`1 as one`,
    ...[...new Set([...columns, ...ordered])].map((column) => name(relation.name, column)),
    ...(countsNew ? [sql`${name(relation.name, 'xmax')} = 0 as ${name(IS_NEW)}`] : []),
  ]
  const parts = {
    total: query.countsAll ? sql`(select count(*)::int from written)` : UNKNOWN,
    inserted: countsNew ? sql`(select count(*)::int from written where ${name(IS_NEW)})` : UNKNOWN,
    before: sql`with written as (${compileVerb(query)} returning ${sql.join(returned)}) `,
  }
  if (!returnsRows) return selectCount(sql`select from written`, parts)
  return selectRows(sql`select ${names(columns)} from written${orderBy(selection.order, 'written')}`, parts)
}

/** A function call with its arguments by name, so that the others get their defaults, and the `from` item that supplies the values. */
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
