import { join } from 'node:path'
import { withAdvisoryLock } from '#server/database/advisory-lock.ts'
import type { Sql } from '#server/database/connection.ts'
import { applyMigrations, listMigrations } from '#server/database/migrations.ts'
import { ROOT } from '#server/root.ts'

/** The tables of sign-in on a plain PostgreSQL. Hosted Supabase has its own, so these are never pushed to it. */
const AUTH_MIGRATIONS_DIR = join(ROOT, 'server/auth/migrations')

/**
 * Brings a database, which may be empty, to what this version expects: request roles, auth tables, migrations.
 * Processes that start together take turns.
 * @returns the versions of the migrations of supabase/migrations applied now
 */
export function prepareDatabase(sql: Sql): Promise<string[]> {
  return withAdvisoryLock(sql, 'schema', async () => {
    await prepareAuth(sql)
    await sql`revoke create on schema public from public`
    return applyMigrations(sql, await listMigrations())
  })
}

/** Creates what hosted Supabase has already: the request roles and the tables of sign-in. */
export async function prepareAuth(sql: Sql): Promise<void> {
  await createRequestRoles(sql)
  await applyMigrations(sql, await listMigrations(AUTH_MIGRATIONS_DIR), { schema: 'auth' })
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
