import { applyMigrations, listMigrations } from '#server/database/migrations.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

/** A database as it was before a migration, and a function that applies it. The auth schema contains only what migrations refer to. */
export async function createDatabaseBefore(
  version: string,
): Promise<TestDatabase & { migrate(): Promise<void> }> {
  const database = await createTestDatabase({ bare: true })
  const { sql } = database
  await sql`create schema auth`
  await sql`create table auth.users (id uuid primary key)`
  await sql`create function auth.uid() returns uuid language sql stable return null::uuid`
  const migrations = await listMigrations()
  await applyMigrations(
    sql,
    migrations.filter((migration) => migration.version < version),
  )
  const migrate = async () => {
    const withIt = migrations.filter((migration) => migration.version <= version)
    await applyMigrations(sql, withIt)
  }
  return { ...database, migrate }
}
