import { DatabaseError } from 'pg'
import { ConfigError } from '#server/platform/config-error.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import {
  applySchema,
  listAppliedVersions,
  OWN_SUPABASE,
  PRODUCT,
  refuseNewerDatabase,
} from '#server/platform/database/schema.ts'

/** What waits longer for a lock lets every other statement on that table wait, so it is given up and tried again. */
const LOCK_TIMEOUT_MS = 5_000
const MAX_ATTEMPTS = 30
/** lock_not_available and deadlock_detected. */
const HELD_UP = ['55P03', '40P01']

/**
 * Brings a database, which may be empty, to what this version expects: request roles, tables of Supabase, tables of the product.
 * Processes that start together take turns. All changes are one transaction, so that a failure leaves the database to the version
 * that used it before.
 * @returns the versions of supabase/migrations applied now, the baseline included
 * @throws ConfigError, before anything is changed, when a newer version has used the database
 */
export function prepareDatabase(
  sql: Sql,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, maxAttempts = MAX_ATTEMPTS } = {},
): Promise<string[]> {
  return withAdvisoryLock(sql, 'schema', async () => {
    for (const part of [...OWN_SUPABASE, PRODUCT]) await refuseNewerDatabase(sql, part)
    await createRequestRoles(sql)
    for (let attempt = 1; ; attempt++) {
      try {
        return await sql.transaction((transaction) => applyAll(transaction, lockTimeoutMs))
      } catch (error) {
        if (!isHeldUp(error)) throw error
        if (attempt === maxAttempts) throw new ConfigError(describeHeldUp(error))
      }
    }
  })
}

async function applyAll(transaction: Session, lockTimeoutMs: number): Promise<string[]> {
  await transaction`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`
  const isEmpty = (await listAppliedVersions(transaction, PRODUCT.recordedIn)).size === 0
  for (const part of OWN_SUPABASE) await applySchema(transaction, part, { isEmpty })
  await transaction`revoke create on schema public from public`
  return applySchema(transaction, PRODUCT, { isEmpty })
}

const causeOf = (error: unknown) => (error instanceof Error && error.cause ? error.cause : error)

function isHeldUp(error: unknown): error is Error {
  const cause = causeOf(error)
  return cause instanceof DatabaseError && HELD_UP.includes(cause.code ?? '')
}

const describeHeldUp = ({ message }: Error) =>
  `Something else has used the database for minutes, for example a backup or an open psql. End it, or start again when it is done. ${message}`

/** The three roles of hosted Supabase, which a plain PostgreSQL lacks. */
export async function createRequestRoles(sql: Sql): Promise<void> {
  const existing = await sql<{ rolname: string }[]>`
    select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role')`
  const names = new Set(existing.map((row) => row.rolname))
  if (!names.has('anon')) await sql`create role anon nologin noinherit`
  if (!names.has('authenticated')) await sql`create role authenticated nologin noinherit`
  if (!names.has('service_role')) await sql`create role service_role nologin noinherit bypassrls`
  await sql`grant anon, authenticated, service_role to current_user`
}
