import { join } from 'node:path'
import { withAdvisoryLock } from '#server/database/advisory-lock.ts'
import type { Sql } from '#server/database/connection.ts'
import { applyMigrations, listMigrations } from '#server/database/migrations.ts'
import { ROOT } from '#server/root.ts'

/** The tables of sign-in and of stored files on a plain PostgreSQL. Hosted Supabase has its own, so these are never pushed to it. */
const OWN_MIGRATIONS = [
  { schema: 'auth', folder: join(ROOT, 'server/auth/migrations') },
  { schema: 'storage', folder: join(ROOT, 'server/storage/migrations') },
]

/**
 * Brings a database, which may be empty, to what this version expects: request roles, tables of Supabase, migrations.
 * Processes that start together take turns.
 * @returns the versions of the migrations of supabase/migrations applied now
 */
export function prepareDatabase(sql: Sql): Promise<string[]> {
  return withAdvisoryLock(sql, 'schema', async () => {
    await prepareForSupabase(sql)
    await sql`revoke create on schema public from public`
    return applyMigrations(sql, await listMigrations())
  })
}

/** Creates what hosted Supabase has already: the request roles, the tables of sign-in and those of stored files. */
export async function prepareForSupabase(sql: Sql): Promise<void> {
  await createRequestRoles(sql)
  for (const { schema, folder } of OWN_MIGRATIONS) {
    await applyMigrations(sql, await listMigrations(folder), { schema })
  }
}

/** The three roles of hosted Supabase, which a plain PostgreSQL lacks. */
async function createRequestRoles(sql: Sql): Promise<void> {
  const existing = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role')`
  const names = new Set(existing.map((row) => row.rolname))
  if (!names.has('anon')) await sql`create role anon nologin noinherit`
  if (!names.has('authenticated')) await sql`create role authenticated nologin noinherit`
  if (!names.has('service_role')) await sql`create role service_role nologin noinherit bypassrls`
  await sql`grant anon, authenticated, service_role to current_user`
}
