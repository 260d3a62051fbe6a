import type { Lite } from '#server/backend/lite.ts'
import { withAdvisoryLock } from '#server/database/advisory-lock.ts'
import type { Sql } from '#server/database/connection.ts'
import { applyMigrations, listMigrations } from '#server/database/migrations.ts'

/**
 * Brings a database, however empty, to what this version expects: request roles, auth tables, migrations.
 * Processes that start together take turns.
 * @returns the versions of the migrations applied now
 */
export function prepareDatabase(sql: Sql, lite: Lite): Promise<string[]> {
  return withAdvisoryLock(sql, 'schema', async () => {
    await createRequestRoles(sql)
    await lite.ensureSystemSchema()
    await openAuthFunctions(sql)
    return applyMigrations(sql, await listMigrations())
  })
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

/** Policies call auth.uid() as the requesting role; the tables beside it stay closed. */
async function openAuthFunctions(sql: Sql): Promise<void> {
  await sql`grant usage on schema auth to anon, authenticated, service_role`
  await sql`revoke all on all tables in schema auth from anon, authenticated, service_role`
  await sql`revoke create on schema public from public`
}
