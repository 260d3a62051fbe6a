import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '#server/database/connection.ts'
import { name as identifier } from '#server/database/fragment.ts'
import { ROOT } from '#server/root.ts'

const MIGRATIONS_DIR = join(ROOT, 'supabase/migrations')

export interface Migration {
  version: string
  name: string
  statements: string
}

/** Every file of supabase/migrations, oldest first. */
export async function listMigrations(directory = MIGRATIONS_DIR): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? []
      if (!version || !name) throw new Error(`supabase/migrations/${file}: a name is 14 digits, _ and words`)
      return { version, name, statements: await readFile(join(directory, file), 'utf8') }
    }),
  )
}

/**
 * Applies what the database does not have yet, each migration in a transaction of its own, and records it in
 * `supabase_migrations.schema_migrations` as the Supabase CLI does, so that either can continue where the other stopped. Migrations
 * that are not the CLI's are recorded in another schema.
 * @returns the versions applied now
 */
export async function applyMigrations(
  sql: Sql,
  migrations: Migration[],
  { schema = 'supabase_migrations' } = {},
): Promise<string[]> {
  const table = identifier(schema, 'schema_migrations')
  await sql`create schema if not exists ${identifier(schema)}`
  await sql`create table if not exists ${table} (version text primary key, statements text[], name text)`
  const rows = await sql<{ version: string }[]>`select version from ${table}`
  const applied = new Set(rows.map((row) => row.version))
  const pending = migrations.filter((migration) => !applied.has(migration.version))
  for (const { version, name, statements } of pending) {
    await sql.transaction(async (transaction) => {
      await transaction.script(statements)
      await transaction`
        insert into ${table} (version, name, statements) values (${version}, ${name}, array[${statements}])`
    })
  }
  return pending.map((migration) => migration.version)
}

/** How many migrations the database still lacks; what /readyz asks. */
export async function countPendingMigrations(sql: Sql, migrations: Migration[]): Promise<number> {
  const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
  const applied = new Set(rows.map((row) => row.version))
  return migrations.filter((migration) => !applied.has(migration.version)).length
}
