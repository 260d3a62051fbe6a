import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { name as identifier } from '#server/platform/database/fragment.ts'

export interface Migration {
  version: string
  name: string
  statements: string
}

/** Every .sql file of a folder, oldest first. A folder that does not exist has none. */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? []
      if (!version || !name) throw new Error(`${join(folder, file)}: a name is 14 digits, _ and words`)
      return { version, name, statements: await readFile(join(folder, file), 'utf8') }
    }),
  )
}

/** The versions that a database has recorded in `<schema>.schema_migrations`; none when there is no such table. */
export async function listAppliedVersions(sql: Session, schema: string): Promise<Set<string>> {
  const table = `${schema}.schema_migrations`
  const [row] = await sql<[{ exists: boolean }]>`select to_regclass(${table}) is not null as exists`
  if (!row.exists) return new Set()
  const rows = await sql<{ version: string }[]>`
    select version from ${identifier(schema, 'schema_migrations')}`
  return new Set(rows.map(({ version }) => version))
}

/** Creates the table in which migrations are recorded, with the columns of the Supabase CLI. */
export async function createRecord(sql: Session, schema: string): Promise<void> {
  await sql`create schema if not exists ${identifier(schema)}`
  await sql`
    create table if not exists ${identifier(schema, 'schema_migrations')}
      (version text primary key, statements text[], name text)`
}

export async function recordMigration(sql: Session, schema: string, migration: Migration): Promise<void> {
  const { version, name, statements } = migration
  await sql`
    insert into ${identifier(schema, 'schema_migrations')} (version, name, statements)
    values (${version}, ${name}, array[${statements}])`
}

/**
 * Applies what the database does not have yet, each migration in a transaction of its own, and records it.
 * @returns the versions applied now
 */
export async function applyMigrations(sql: Sql, schema: string, migrations: Migration[]): Promise<string[]> {
  const applied = await listAppliedVersions(sql, schema)
  const pending = migrations.filter(({ version }) => !applied.has(version))
  for (const migration of pending) {
    await sql.transaction(async (transaction) => {
      await transaction.script(migration.statements)
      await recordMigration(transaction, schema, migration)
    })
  }
  return pending.map(({ version }) => version)
}
