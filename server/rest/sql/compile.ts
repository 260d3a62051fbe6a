import { type RawBuilder, sql } from 'kysely'
import { compiler } from '#server/database/connection.ts'
import type { Columns } from '#server/rest/catalog.ts'
import type { CallQuery, Query, ReadQuery, Selection, WriteQuery } from '#server/rest/query.ts'
import { NOTHING, name, names, orderBy, where } from '#server/rest/sql/fragments.ts'

type Fragment = RawBuilder<unknown>

/** No answer has more rows; PostgREST's `max-rows`. */
export const MAX_ROWS = 1000
/** No answer has more bytes: more rows or columns must be asked for in parts. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024

export interface Statement {
  text: string
  values: unknown[]
}

/**
 * The row that each statement answers. The rows leave PostgreSQL as JSON text, which nobody reads on the way out; `body` is
 * null when they have more bytes than MAX_ANSWER_BYTES.
 */
export interface StatementResult {
  count: number
  body: string | null
  /** Of all rows that meet the conditions, when that was asked. */
  total: number | null
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

function compileRead({ relation, selection, countsAll }: ReadQuery): Fragment {
  const from = sql`from ${name('public', relation.name)}`
  const conditions = where(selection.conditions, relation.name)
  const total = countsAll ? sql`(select count(*)::int ${from}${conditions})` : sql`null::int`
  return answer(pageOf(selection, from, relation.name), total)
}

/** A page of rows. The cap is part of the statement, so that nothing beyond it is read. */
function pageOf(selection: Selection, from: Fragment, relation: string): Fragment {
  const { columns, conditions, order, limit, offset } = selection
  const selected = sql.join(columns.map((column) => name(relation, column)))
  const skip = offset > 0 ? sql` offset ${offset}::bigint` : NOTHING
  const take = sql` limit ${Math.min(limit ?? MAX_ROWS, MAX_ROWS)}::bigint`
  return sql`select ${selected} ${from}${where(conditions, relation)}${orderBy(order, relation)}${take}${skip}`
}

/** Rows as JSON texts, and of these one text when it is not too long. */
function answer(page: Fragment, total: Fragment, before = NOTHING): Fragment {
  return sql`${before}select count(*)::int as count,
case when sum(octet_length(line)) <= ${sql.lit(MAX_ANSWER_BYTES)} then string_agg(line, ',') end as body, ${total} as total
from (select row_to_json(page)::text as line from (${page}) as page) as lines`
}

function compileWrite(query: WriteQuery): Fragment {
  const { relation, selection, answersRows } = query
  const returned = answersRows
    ? sql.join(selection.columns.map((column) => name(relation.name, column)))
    : sql`1 as one`
  const written = sql`with written as (${verb(query)} returning ${returned}) `
  const total = query.countsAll ? sql`(select count(*)::int from written)` : sql`null::int`
  const { order } = selection
  return answer(sql`select * from written${orderBy(order, 'written')}`, total, written)
}

function verb(query: WriteQuery): Fragment {
  const { relation } = query
  const table = name('public', relation.name)
  switch (query.verb) {
    case 'insert': {
      if (query.columns.length === 0) return sql`insert into ${table} default values`
      const source = sql`json_to_recordset(${query.json}::json) as source (${typed(query.columns, relation.columns)})`
      return sql`insert into ${table} (${names(query.columns)}) select ${names(query.columns)} from ${source}${conflict(query)}`
    }
    case 'update': {
      const source = sql`json_to_recordset(${query.json}::json) as source (${typed(query.columns, relation.columns)})`
      const changes = query.columns.map((column) => sql`${name(column)} = ${name('source', column)}`)
      return sql`update ${table} set ${sql.join(changes)} from ${source}${where(query.selection.conditions, relation.name)}`
    }
    case 'delete':
      return sql`delete from ${table}${where(query.selection.conditions, relation.name)}`
  }
}

function conflict(query: WriteQuery & { verb: 'insert' }): Fragment {
  if (!query.conflict) return NOTHING
  const target = query.conflict.columns.length > 0 ? query.conflict.columns : query.relation.key
  const changes = query.columns.filter((column) => !target.includes(column))
  if (!query.conflict.merges || changes.length === 0) return sql` on conflict (${names(target)}) do nothing`
  const set = changes.map((column) => sql`${name(column)} = ${name('excluded', column)}`)
  return sql` on conflict (${names(target)}) do update set ${sql.join(set)}`
}

/** `"p_email" text, …` */
function typed(columns: readonly string[], types: Columns): Fragment {
  return sql.join(columns.map((column) => sql`${name(column)} ${sql.raw(types.get(column) ?? '')}`))
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
  return sql`select 1 as count, to_json(${call})::text as body, null::int as total${from}`
}

function compileTableCall(query: CallQuery, selection: Selection): Fragment {
  const { call, source } = callOf(query)
  const relation = query.function.name
  const rows = sql`${call} as ${name(relation)}`
  const from = query.arguments.length > 0 ? sql`from ${source}, ${rows}` : sql`from ${rows}`
  const conditions = where(selection.conditions, relation)
  const total = query.countsAll ? sql`(select count(*)::int ${from}${conditions})` : sql`null::int`
  return answer(pageOf(selection, from, relation), total)
}
