import { type Fragment, fragment, joined, literal, name, raw } from '#server/database/fragment.ts'
import type { Conflict, WriteQuery } from '#server/rest/query.ts'
import { NOTHING, names, typed, where } from '#server/rest/sql/fragments.ts'

type InsertQuery = WriteQuery & { verb: 'insert' }

/** The name of an extra column that an upsert returns; with its space it cannot clash with a real column. */
export const IS_NEW = 'is new'

/** The insert, update or delete, without its `returning` clause. */
export function compileVerb(query: WriteQuery): Fragment {
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
  if (!conflict) return NOTHING
  const target = names(conflict.columns)
  if (!conflict.merges || columns.length === 0) return fragment` on conflict (${target}) do nothing`
  // The key is updated too: a row that consists of its key alone would otherwise count as not written.
  const changes = columns.map((column) => fragment`${name(column)} = ${name('excluded', column)}`)
  return fragment` on conflict (${target}) do update set ${joined(changes)}`
}
