import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { requireUsableDatabase } from '#server/platform/database/require-usable.ts'
import { applySchema, OWN_SUPABASE, PRODUCT, requireBaseline } from '#server/platform/database/schema.ts'

/**
 * Brings a database, which may be empty, to what this version expects: request roles, tables of Supabase, tables of the product.
 * Processes that start together take turns.
 * @returns the versions of supabase/migrations applied now, the baseline included
 * @throws ConfigError, before anything is changed, when the database cannot be used as it is, or is from before the baseline
 */
export async function prepareDatabase(sql: Sql): Promise<string[]> {
  await requireUsableDatabase(sql)
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

/**
 * Creates the three roles of hosted Supabase that a plain PostgreSQL lacks. As there, the service role bypasses row level security if
 * this user may create such a role. Otherwise policies let it do everything.
 */
export async function createRequestRoles(sql: Sql): Promise<void> {
  for (const name of ['anon', 'authenticated', 'service_role']) {
    const [role] = await sql<[{ exists: boolean; is_ours: boolean | null }]>`
      select oid is not null as exists, pg_has_role(oid, case
        when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end) as is_ours
      from (select to_regrole(${name}) as oid) as found`
    if (!role.exists) await createRole(sql, name)
    if (!role.is_ours) await sql.script(`grant ${name} to current_user`)
  }
}

async function createRole(sql: Sql, name: string): Promise<void> {
  const create = (option: string) => sql.script(`create role ${name} nologin noinherit ${option}`)
  if (name !== 'service_role') return create('')
  await create('bypassrls').catch((error) => {
    if (error.code !== '42501') throw error
    return create('')
  })
}
