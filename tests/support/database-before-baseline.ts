import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Sql } from '#server/platform/database/connection.ts'
import { createRequestRoles } from '#server/platform/database/prepare-database.ts'
import { applyMigrations, createRecord, type Migration } from '#server/platform/database/schema.ts'

const FILE = new URL('../database/fixtures/before-baseline.json.gz', import.meta.url)

/** The migrations that the schema files replaced, by the schema in which they are recorded, in the order in which they ran. */
export async function readOldMigrations(): Promise<Record<string, Migration[]>> {
  return JSON.parse(gunzipSync(await readFile(FILE)).toString())
}

/**
 * Makes an empty database what the last version before the schema files made of it. `upTo` stops at the migration of the product
 * with this version, as a process did that was killed in its first start.
 */
export async function applyOldMigrations(sql: Sql, { upTo = '99999999999999' } = {}): Promise<void> {
  await createRequestRoles(sql)
  await sql`revoke create on schema public from public`
  for (const [schema, migrations] of Object.entries(await readOldMigrations())) {
    await createRecord(sql, schema)
    const some =
      schema === 'supabase_migrations' ? migrations.filter(({ version }) => version <= upTo) : migrations
    await applyMigrations(sql, schema, some)
  }
}
