import type { Session } from '#server/platform/database/connection.ts'

let cursors = 0

/** The rows of a query, some at a time. What reads them may run other statements of the same transaction meanwhile. */
export async function* readRows<Row>(sql: Session, query: string, atOnce: number): AsyncGenerator<Row> {
  const cursor = `export_${++cursors}`
  await sql.script(`declare ${cursor} no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await sql.run(`fetch ${atOnce} from ${cursor}`)
    yield* rows as Row[]
    if (rows.length < atOnce) break
  }
  await sql.script(`close ${cursor}`)
}

/** SQL for a moment as ISO 8601 in UTC, exactly, without zeros at its end. */
export const moment = (column: string): string =>
  `regexp_replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.?0+$', '') || 'Z'`
