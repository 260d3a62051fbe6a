import { DatabaseError } from 'pg'
import { ConfigError } from '#server/platform/config-error.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { requireUsableDatabase } from '#server/platform/database/require-usable.ts'
import {
  createSchema,
  describeState,
  hashSchema,
  hasRecentBackup,
  MigrationError,
  migrate,
  PRESENT,
  readSchema,
  readSchemaState,
  type SchemaSource,
  type SchemaState,
} from '#server/platform/database/schema.ts'
import { storeSettingRules } from '#server/platform/database/setting-rules.ts'

/** A statement that waits longer for a lock makes every other statement on that table wait, so it is given up and tried again. */
const LOCK_TIMEOUT_MS = 5_000
const MAX_ATTEMPTS = 30
/** lock_not_available and deadlock_detected. */
const HELD_UP = ['55P03', '40P01']

/**
 * Makes sure that a database, which may be empty, has the schema of these sources, and that the roles of requests exist. Processes that
 * start together take turns. All changes are one transaction, so that a failure leaves the database to the version that used it before.
 * @returns the releases to which the database was led now
 * @throws ConfigError, before anything is changed, when the database cannot be used as it is, or would be migrated without a backup
 */
export async function prepareDatabase(
  sql: Sql,
  { source = PRESENT, isBackedUp = false, lockTimeoutMs = LOCK_TIMEOUT_MS, maxAttempts = MAX_ATTEMPTS } = {},
): Promise<string[]> {
  await requireUsableDatabase(sql)
  return withAdvisoryLock(sql, 'schema', async () => {
    const state = await readSchemaState(sql, source)
    const mayMigrate = state.is === 'older' && (isBackedUp || (await hasRecentBackup(sql)))
    const refusal = mayMigrate || state.is === 'empty' ? null : describeState(state)
    if (refusal) throw new ConfigError(refusal)
    await createRequestRoles(sql)
    if (state.is === 'present') {
      await storeSettingRules(sql)
      return []
    }
    for (let attempt = 1; ; attempt++) {
      try {
        return await sql.transaction(async (transaction) => {
          await transaction`
            select set_config('lock_timeout', ${String(lockTimeoutMs)}, true), set_config('statement_timeout', '0', true)`
          const releases = await bring(transaction, state, source)
          await storeSettingRules(transaction)
          return releases
        })
      } catch (error) {
        if (!isHeldUp(error)) {
          if (!(error instanceof MigrationError)) throw error
          throw new Error(
            `${error.message} The database is as it was before, and the version of AI Watch that used it last can go on.`,
            { cause: error.cause },
          )
        }
        if (attempt === maxAttempts) throw new ConfigError(describeHeldUp(error))
      }
    }
  })
}

/** Brings an empty database, or an older one, to the release of these sources. */
async function bring(transaction: Session, state: SchemaState, source: SchemaSource): Promise<string[]> {
  if (state.is === 'older') return migrate(transaction, state.migrations, source)
  const text = await readSchema(source)
  await createSchema(transaction, text, { release: source.release, hash: hashSchema(text) })
  return [source.release]
}

const causeOf = (error: unknown) => (error instanceof Error && error.cause ? error.cause : error)

function isHeldUp(error: unknown): error is Error {
  const cause = causeOf(error)
  return cause instanceof DatabaseError && HELD_UP.includes(cause.code ?? '')
}

const describeHeldUp = ({ message }: Error) =>
  `Something else has used the database for minutes, for example a backup or an open psql. End it, or start again when it is done. ${message}`

/**
 * Creates the role of access tokens, and the three of hosted Supabase that a plain PostgreSQL lacks. As there, the service role bypasses
 * row level security if this user may create such a role. Otherwise policies let it do everything.
 */
export async function createRequestRoles(sql: Sql): Promise<void> {
  for (const name of ['anon', 'authenticated', 'service_role', 'access_token']) {
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
