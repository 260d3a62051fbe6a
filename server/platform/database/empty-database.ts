import { ConfigError } from '#server/platform/config-error.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { isInUse } from '#server/platform/database/listen.ts'
import { requireUsableDatabase } from '#server/platform/database/require-usable.ts'
import { PRESENT, readRecord, readRelease, readSchema, tablesOf } from '#server/platform/database/schema.ts'
import { VERSION } from '#server/platform/version.ts'

const SCHEMAS = ['public', 'private', 'auth', 'storage', 'pgboss']
/** Removes everything that AI Watch has made. */
export const EMPTY_DATABASE = `drop schema if exists ${SCHEMAS.join(', ')} cascade; create schema public`

/**
 * Removes everything that AI Watch has made in a database.
 * @throws ConfigError when a site uses it, or when it has tables of others, which only `all` removes too
 */
export async function emptyDatabase(sql: Sql, { all }: { all: boolean }): Promise<void> {
  if (await isInUse(sql))
    throw new ConfigError('AI Watch is running on this database. Stop it, and then reset the database.')
  await requireUsableDatabase(sql)
  const others = await describeOthers(sql)
  if (others && !(await readRecord(sql))) throw new ConfigError(`${others}: use another database.`)
  if (others && !all)
    throw new ConfigError(
      `${others}: use another database, or delete them too with npm run db:reset -- --all`,
    )
  await sql.script(EMPTY_DATABASE)
}

/** Names tables that these sources do not have, which is all of them where nothing records a release of AI Watch; null without any. */
export async function describeOthers(sql: Sql, source = PRESENT): Promise<string | null> {
  const record = await readRecord(sql)
  const text = record && `${await readSchema(source)}\n${(await readRelease(source, record.release)) ?? ''}`
  const own = tablesOf(text ?? '')
  const others = await sql<{ name: string }[]>`
    select nspname || '.' || relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = any(${record ? SCHEMAS.slice(0, -1) : SCHEMAS}) and relkind in ('r', 'p', 'm', 'f')
      and nspname || '.' || relname <> all(${own})
    order by 1`
  if (others.length === 0) return null
  const names = others.slice(0, 5).map(({ name }) => name)
  return `The database has tables that are not of AI Watch ${VERSION} (${names.join(', ')}${others.length > 5 ? ' …' : ''})`
}
