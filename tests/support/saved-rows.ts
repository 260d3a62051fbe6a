import { randomBytes } from 'node:crypto'
import type { Sql } from '#server/platform/database/connection.ts'

/**
 * Copies all rows of these schemas: those that tests change, but for accounts and jobs. The returned function puts them back as they were,
 * without the effects of triggers: for tests that each need rows that take long to make.
 */
export async function saveRows(
  sql: Sql,
  schemas = ['public', 'private', 'storage'],
): Promise<() => Promise<void>> {
  const saved = `saved_${randomBytes(4).toString('hex')}`
  const tables = await sql<{ name: string; columns: string }[]>`
    select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = '' and relnamespace = any(${schemas}::regnamespace[])
    group by attrelid`
  const filled = await sql.run(
    tables
      .map(({ name }, index) => `select ${index} as index where exists (select from ${name})`)
      .join(' union all '),
  )
  await sql.script(`create schema ${saved}`)
  const back: string[] = []
  for (const { index } of filled.rows) {
    const { name, columns } = tables[index] as (typeof tables)[number]
    await sql.script(`create table ${saved}.t${index} as select ${columns} from ${name}`)
    back.push(`insert into ${name} (${columns}) overriding system value select * from ${saved}.t${index}`)
  }
  const statements = [...tables.map(({ name }) => `delete from ${name}`), ...back].join(';')
  return () => sql.script(`begin; set local session_replication_role = replica; ${statements}; commit`)
}
