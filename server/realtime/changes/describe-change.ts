import type { ReadRow } from '#server/realtime/changes/read-rows.ts'
import type { Change } from '#server/realtime/processes/announcement.ts'
import type { Relation } from '#server/rest/catalog/catalog.ts'

/**
 * Writes a change as the official client reads it, as JSON text. `row` is null for a deletion, of which only the primary key is
 * known.
 */
export function describeChange(options: {
  change: Change
  relation: Relation
  row: ReadRow | null
  columns: readonly string[]
}): string {
  const { change, relation, row, columns } = options
  const described = columns.map((name) => ({ name, type: typeOf(relation, name) }))
  const parts = [
    `"schema":"public","table":${JSON.stringify(relation.name)},"commit_timestamp":${JSON.stringify(change.at)}`,
    `"type":"${change.op}","columns":${JSON.stringify(described)}`,
    ...(row ? [`"record":${recordOf(relation, row, columns)}`] : []),
    ...(change.op === 'INSERT' ? [] : [`"old_record":${keyOf(relation, change.old_key ?? change.key)}`]),
    `"errors":${row?.isTooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ]
  return `{${parts.join(',')}}`
}

/** Cells are JSON already, and are passed on as PostgreSQL wrote them. */
function recordOf(relation: Relation, { cells }: ReadRow, columns: readonly string[]): string {
  const places = new Map([...relation.columns.keys()].map((name, place) => [name, place]))
  const members = columns.flatMap((name) => {
    const cell = cells[places.get(name) ?? -1] ?? null
    if (cell === null) return []
    // The client parses a text in a jsonb column once more, so that "123" would become a number.
    const isParsed = typeOf(relation, name) === 'jsonb' && cell.startsWith('"')
    return `${JSON.stringify(name)}:${isParsed ? JSON.stringify(cell) : cell}`
  })
  return `{${members.join(',')}}`
}

function keyOf(relation: Relation, values: readonly string[]): string {
  const members = relation.key.map((name, place) => {
    const value = values[place] ?? ''
    const isNumber = ['int8', 'int4'].includes(typeOf(relation, name))
    return `${JSON.stringify(name)}:${isNumber ? value : JSON.stringify(value)}`
  })
  return `{${members.join(',')}}`
}

/** The short name of a type, by which the official client converts values. */
function typeOf(relation: Relation, column: string): string {
  return relation.columns.get(column) ?? 'text'
}
