import { fragment, joined, name } from '#server/platform/database/fragment.ts'

/** `(a, b) values (1, 2), (3, 4)`: rows that all have the same columns. */
export function rowsOf(...rows: object[]) {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => fragment`(${joined(Object.values(row))})`)
  return fragment`(${joined(columns.map((column) => name(column)))}) values ${joined(values)}`
}

/** `a = 1, b = 2` */
export function changesOf(change: object) {
  return joined(Object.entries(change).map(([column, value]) => fragment`${name(column)} = ${value}`))
}
