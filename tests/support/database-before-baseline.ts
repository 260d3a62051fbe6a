import type { Sql } from '#server/platform/database/connection.ts'
import { createRequestRoles } from '#server/platform/database/prepare-database.ts'
import { applyMigrations, createRecord, readEarlierMigrations } from '#server/platform/database/schema.ts'
import { LITE_AUTH_TABLES } from './lite-auth-tables.ts'

/** Of what is older, a library created the tables of sign-in. */
const FIRST_OF_SIGN_IN = '20261121090000'

/** Makes an empty database what the last version before the schema files made of it, or the one that had `upTo` as its newest migration. */
export async function applyOldMigrations(sql: Sql, { upTo = '99999999999999' } = {}): Promise<void> {
  await createRequestRoles(sql)
  await sql`revoke create on schema public from public`
  if (upTo < FIRST_OF_SIGN_IN) await sql.script(LITE_AUTH_TABLES)
  for (const [schema, migrations] of Object.entries(await readEarlierMigrations())) {
    const some = migrations.filter(({ version }) => version <= upTo)
    if (some.length === 0) continue
    await sql.transaction(async (transaction) => {
      await createRecord(transaction, schema)
      await applyMigrations(transaction, schema, some)
    })
  }
}
