import {
  compile,
  type Fragment,
  fragment,
  joined,
  literal,
  name,
  raw,
  type Statement,
} from '#server/platform/database/fragment.ts'
import type {
  CallQuery,
  Conflict,
  Query,
  ReadQuery,
  Selection,
  WriteQuery,
} from '#server/supabase/rest/query.ts'
import { EMPTY, names, orderBy, typed, where } from '#server/supabase/rest/sql/fragments.ts'

type InsertQuery = WriteQuery & { verb: 'insert' }

/** The name of an extra column that an upsert returns; with its space it cannot clash with a real column. */
const IS_NEW = 'is new'

/** The most rows in one response, like PostgREST's `max-rows`. */
const MAX_ROWS = 1000
/** The most bytes in one response; larger results must be fetched in parts. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/** From this offset on the keys of a page are found first, so that the rows before it need not be read if an index has the order. */
const DEEP_OFFSET = 1000

const UNKNOWN = fragment`null::int`

/**
 * The one row that each statement returns. PostgreSQL writes the rows as JSON text, which is passed on without being parsed;
 * `body` is null when it would be longer than MAX_RESPONSE_BYTES, or when no rows are wanted.
 */
export interface StatementResult {
  count: number
  body: string | null
  /** The number of rows that meet the conditions in all; null unless the request asks for it. */
  total: number | null
  /** The number of new rows of an upsert. */
  inserted: number | null
}

/** Compiles a request into one SQL statement. */
export function compileQuery(query: Query): Statement {
  return compile(fragmentOf(query))
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
  return compileRows(selection, fragment`from ${name('public', table)}`, table, { ...wanted, key })
}

/** Compiles a page of rows. The limit is part of the statement, so that no row beyond it is read. */
function compileRows(
  selection: Selection,
  from: Fragment,
  relation: string,
  { countsAll, returnsRows, key = [] }: { countsAll: boolean; returnsRows: boolean; key?: readonly string[] },
): Fragment {
  const { columns, conditions, order, limit, offset } = selection
  const met = fragment`${from}${where(conditions, relation)}`
  const total = countsAll ? fragment`(select count(*)::int ${met})` : UNKNOWN
  const skip = offset > 0 ? fragment` offset ${offset}::bigint` : EMPTY
  const take = fragment` limit ${Math.min(limit ?? MAX_ROWS, MAX_ROWS)}::bigint`
  if (!returnsRows) return selectCount(fragment`select 1 ${met}${take}${skip}`, { total })
  const selected = joined(columns.map((column) => name(relation, column)))
  const page = fragment`${met}${orderBy(order, relation)}${take}${skip}`
  if (offset < DEEP_OFFSET || key.length === 0 || order.length === 0)
    return selectRows(fragment`select ${selected} ${page}`, { total })
  const keys = joined(key.map((column) => name(relation, column)))
  const rows = fragment`select ${selected} from (select ${keys} ${page}) as keys join ${name('public', relation)} using (${names(key)})`
  return selectRows(fragment`${rows}${orderBy(order, relation)}`, { total })
}

/** The further parts of a result row, and of the statement. */
interface ResultParts {
  total: Fragment
  inserted?: Fragment
  /** A `with …` clause that the page reads from. */
  before?: Fragment
}

/** Writes each row as JSON, and joins the rows into one text unless it would be too long. */
function selectRows(page: Fragment, { total, inserted = UNKNOWN, before = EMPTY }: ResultParts): Fragment {
  return fragment`${before}select count(*)::int as count,
case when sum(octet_length(line)) <= ${literal(MAX_RESPONSE_BYTES)} then string_agg(line, ',') end as body, ${total} as total, ${inserted} as inserted
from (select row_to_json(page)::text as line from (${page}) as page) as lines`
}

function selectCount(page: Fragment, { total, inserted = UNKNOWN, before = EMPTY }: ResultParts): Fragment {
  return fragment`${before}select count(*)::int as count, null as body, ${total} as total, ${inserted} as inserted
from (${page}) as page`
}

function compileWrite(query: WriteQuery): Fragment {
  const { relation, selection, returnsRows } = query
  const countsNew = query.verb === 'insert' && query.conflict?.merges
  const columns = returnsRows ? selection.columns : []
  const ordered = returnsRows ? selection.order.map(({ column }) => column) : []
  const returned = [
    fragment`1 as one`,
    ...[...new Set([...columns, ...ordered])].map((column) => name(relation.name, column)),
    ...(countsNew ? [fragment`${name(relation.name, 'xmax')} = 0 as ${name(IS_NEW)}`] : []),
  ]
  const parts = {
    total: query.countsAll ? fragment`(select count(*)::int from written)` : UNKNOWN,
    inserted: countsNew ? fragment`(select count(*)::int from written where ${name(IS_NEW)})` : UNKNOWN,
    before: fragment`with written as (${compileVerb(query)} returning ${joined(returned)}) `,
  }
  if (!returnsRows) return selectCount(fragment`select from written`, parts)
  return selectRows(
    fragment`select ${names(columns)} from written${orderBy(selection.order, 'written')}`,
    parts,
  )
}

/** A function call with its arguments by name, so that the others get their defaults, and the `from` item that supplies the values. */
function callOf(query: CallQuery): { call: Fragment; source: Fragment } {
  const given = query.arguments.map(
    (argument) => fragment`${name(argument)} => ${name('arguments', argument)}`,
  )
  const call = fragment`${name('public', query.function.name)}(${given.length > 0 ? joined(given) : EMPTY})`
  if (given.length === 0) return { call, source: EMPTY }
  const types = typed(query.arguments, query.function.parameters)
  return { call, source: fragment`json_to_record(${query.json}::json) as arguments (${types})` }
}

function compileValueCall(query: CallQuery): Fragment {
  const { call, source } = callOf(query)
  const from = query.arguments.length > 0 ? fragment` from ${source}` : EMPTY
  const total = query.countsAll ? fragment`1` : UNKNOWN
  return fragment`select 1 as count, to_json(${call})::text as body, ${total} as total, ${UNKNOWN} as inserted${from}`
}

function compileTableCall(query: CallQuery, selection: Selection): Fragment {
  const { call, source } = callOf(query)
  const relation = query.function.name
  const rows = fragment`${call} as ${name(relation)}`
  const from = query.arguments.length > 0 ? fragment`from ${source}, ${rows}` : fragment`from ${rows}`
  return compileRows(selection, from, relation, query)
}

/** The insert, update or delete, without its `returning` clause. */
function compileVerb(query: WriteQuery): Fragment {
  const { relation } = query
  const table = name('public', relation.name)
  switch (query.verb) {
    case 'insert':
      return fragment`insert into ${table}${compileSource(query)}${compileConflict(query.conflict, query.columns)}`
    case 'update': {
      const changes = query.columns.map((column) => fragment`${name(column)} = ${name('source', column)}`)
      return fragment`update ${table} set ${joined(changes)} from ${rowsOf(query)}${where(query.selection.conditions, relation.name)}`
    }
    case 'delete':
      return fragment`delete from ${table}${where(query.selection.conditions, relation.name)}`
  }
}

/** ` (columns) select … from …`: a row for each object of the body. */
function compileSource(query: InsertQuery): Fragment {
  const { json, columns, relation, missingIsDefault } = query
  // Objects without keys: PostgreSQL fills a row without columns with defaults.
  if (columns.length === 0) return fragment` select from json_array_elements(${json}::json)`
  if (!missingIsDefault) return fragment` (${names(columns)}) select ${names(columns)} from ${rowsOf(query)}`
  const values = columns.map((column) => {
    const byDefault = relation.defaults.get(column)
    if (byDefault === undefined) return name('source', column)
    return fragment`case when given -> ${literal(column)} is null then ${raw(byDefault)} else ${name('source', column)} end`
  })
  return fragment` (${names(columns)}) select ${joined(values)} from json_array_elements(${json}::json) with ordinality as body (given, place), json_to_record(given) as source (${typed(columns, relation.columns)}) order by place`
}

function rowsOf({ json, columns, relation }: WriteQuery & { verb: 'insert' | 'update' }): Fragment {
  return fragment`json_to_recordset(${json}::json) as source (${typed(columns, relation.columns)})`
}

function compileConflict(conflict: Conflict | null, columns: readonly string[]): Fragment {
  if (!conflict) return EMPTY
  const target = names(conflict.columns)
  if (!conflict.merges || columns.length === 0) return fragment` on conflict (${target}) do nothing`
  // The key is updated too: a row that consists of its key alone would otherwise count as not written.
  const changes = columns.map((column) => fragment`${name(column)} = ${name('excluded', column)}`)
  return fragment` on conflict (${target}) do update set ${joined(changes)}`
}
