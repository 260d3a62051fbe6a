import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { applySchema, OWN_SUPABASE, PRODUCT, requireBaseline } from '#server/platform/database/schema.ts'

/**
 * Brings a database, which may be empty, to what this version expects: request roles, tables of Supabase, tables of the product.
 * Processes that start together take turns.
 * @returns the versions of supabase/migrations applied now, the baseline included
 * @throws ConfigError, before anything is changed, when the database is from before the baseline
 */
export function prepareDatabase(sql: Sql): Promise<string[]> {
  return withAdvisoryLock(sql, 'schema', async () => {
    for (const part of [...OWN_SUPABASE, PRODUCT]) await requireBaseline(sql, part)
    await prepareForSupabase(sql)
    await sql`revoke create on schema public from public`
    return applySchema(sql, PRODUCT)
  })
}

/** Creates what hosted Supabase has already: the request roles, the tables of sign-in and those of stored files. */
export async function prepareForSupabase(sql: Sql): Promise<void> {
  await createRequestRoles(sql)
  for (const part of OWN_SUPABASE) await applySchema(sql, part)
}

/** The three roles of hosted Supabase, which a plain PostgreSQL lacks. */
export async function createRequestRoles(sql: Sql): Promise<void> {
  const existing = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role')`
  const names = new Set(existing.map((row) => row.rolname))
  if (!names.has('anon')) await sql`create role anon nologin noinherit`
  if (!names.has('authenticated')) await sql`create role authenticated nologin noinherit`
  if (!names.has('service_role')) await sql`create role service_role nologin noinherit`
  await sql`grant anon, authenticated, service_role to current_user`
}
