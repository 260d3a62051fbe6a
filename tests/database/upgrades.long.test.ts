import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import {
  applyMigrations,
  listMigrations,
  PRODUCT,
  readEarlierMigrations,
} from '#server/platform/database/schema.ts'
import { createTestDatabase } from '../support/database.ts'
import { applyOldMigrations } from '../support/database-before-baseline.ts'
import { ROWS_BY_VERSION } from '../support/rows-by-version.ts'
import { readCatalog, readRows } from '../support/schema-catalog.ts'

type Rows = Record<string, Record<string, unknown>[]>

const LATER = await listMigrations(`${PRODUCT.folder}/migrations`)
const EARLIER = (await readEarlierMigrations()).supabase_migrations?.map(({ version }) => version) ?? []
/** The first schema, the last migration of each day before the baseline, and every one since. */
const STEPS = [
  '20261120090900',
  ...EARLIER.filter((version, n) => version.slice(0, 8) !== EARLIER[n + 1]?.slice(0, 8)),
  ...LATER.map(({ version }) => version),
]

async function openBareDatabase() {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  return database.sql
}

/** A database as the version left it that had `step` as its newest migration, with rows of every noun that it knew. */
async function openDatabaseOf(step: string): Promise<Sql> {
  const sql = await openBareDatabase()
  await applyOldMigrations(sql, { upTo: step })
  const some = LATER.filter(({ version }) => version <= step)
  await sql.transaction((transaction) => applyMigrations(transaction, 'supabase_migrations', some))
  for (const { since, until = '3', sql: rows } of ROWS_BY_VERSION) {
    if (since <= step && step < until) await sql.script(rows)
  }
  return sql
}

/** Tables that have another name since. */
const RENAMED = new Map([['private.administrator_invitations', 'private.invitations']])

/** The rows that no row of their table contains afterwards. The values of a column that is gone have to be in another table. */
function listLost(before: Rows, after: Rows): string[] {
  const everything = JSON.stringify(after)
  const isKept = (row: Record<string, unknown>, [column, value]: [string, unknown]) =>
    column in row
      ? JSON.stringify(row[column]) === JSON.stringify(value)
      : value === null || everything.includes(JSON.stringify(value))
  return Object.entries(before).flatMap(([table, rows]) =>
    rows
      .filter(
        (row) =>
          !after[RENAMED.get(table) ?? table]?.some((other) =>
            Object.entries(row).every((cell) => isKept(other, cell)),
          ),
      )
      .map((row) => `${table} ${JSON.stringify(row)}`),
  )
}

/**
 * Of sign-in, columns remain that a library made before it had migrations, and functions of sign-in and files are granted to those who need
 * them instead of everybody, because they were created later than the default privileges.
 */
function compared(catalog: Record<string, string>, step: string) {
  const isLeft = (name: string) => step < '20261123' && / auth\.|^function storage\./.test(name)
  return Object.fromEntries(Object.entries(catalog).filter(([name]) => !isLeft(name)))
}

let expected: Record<string, string>

beforeAll(async () => {
  const fresh = await createTestDatabase({ bare: true })
  await prepareDatabase(fresh.sql)
  expected = await readCatalog(fresh.sql)
  await fresh.drop()
})

test.each(STEPS)('a database of migration %s is brought to the present and loses nothing', async (step) => {
  const sql = await openDatabaseOf(step)
  const before = (await readRows(sql)) as Rows
  await prepareDatabase(sql)
  expect(compared(await readCatalog(sql), step)).toEqual(compared(expected, step))
  expect(listLost(before, (await readRows(sql)) as Rows)).toEqual([])
})

test('the rows of the newest step are of every table that holds more than work in progress', async () => {
  const sql = await openDatabaseOf(STEPS.at(-1) ?? '')
  const tables = await sql<{ name: string }[]>`
    select pg_class.oid::regclass::text as name from pg_class
    where relkind = 'r' and relname <> 'schema_migrations'
      and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage')`
  const rows = await readRows(sql)
  const empty = tables.filter(({ name }) => !rows[name]).map(({ name }) => name)
  expect(empty.sort()).toEqual(WORK_IN_PROGRESS)
})

/** Claims, limits, links that work once, what is computed anew, and what is forgotten within a day. */
const WORK_IN_PROGRESS = [
  'auth.mfa_amr_claims',
  'auth.mfa_challenges',
  'auth.one_time_tokens',
  'auth.password_resets',
  'auth.refresh_tokens',
  'private.article_preview_tokens',
  'private.guesses_from_strangers',
  'private.job_runs',
  'private.known_addresses',
  'private.newsletter_batches',
  'private.newsletter_calls',
  'private.newsletter_compositions',
  'private.newsletter_confirmation_tokens',
  'private.newsletter_erasure_tokens',
  'private.newsletter_forgotten_addresses',
  'private.newsletter_generations',
  'private.newsletter_paces',
  'private.newsletter_quotas',
  'private.newsletter_watch',
  'private.newsletter_welcomes',
  'private.printed_passwords',
  'private.rate_limits',
  'private.recent_views',
  'private.resend_events',
  'private.social_received',
  'private.suggested_wordings',
  'private.topic_words',
  'private.translation_turns',
  'private.visitor_day',
  'private.visitors_of_day',
  'private.word_frequencies',
  'private.word_samples',
  'storage.unused_files',
]
