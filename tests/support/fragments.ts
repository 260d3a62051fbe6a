import { sql } from 'kysely'

/** `(a, b) values (1, 2), (3, 4)`: rows that all have the same columns. */
export function rowsOf(...rows: object[]) {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
  return sql`(${sql.join(columns.map((column) => sql.id(column)))}) values ${sql.join(values)}`
}

/** `a = 1, b = 2` */
export function changesOf(change: object) {
  return sql.join(Object.entries(change).map(([column, value]) => sql`${sql.id(column)} = ${value}`))
}
