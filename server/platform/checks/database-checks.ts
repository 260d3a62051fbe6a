import { type Finding, ok, problem, warning } from '#server/platform/checks/check.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { ageOfPostgres } from '#server/platform/database/postgres-releases.ts'
import { requireUsableDatabase } from '#server/platform/database/require-usable.ts'
import {
  describeState,
  PRESENT,
  readSchema,
  readSchemaState,
  tablesOf,
} from '#server/platform/database/schema.ts'
import { FAILED } from '#server/platform/queue/failed-jobs.ts'
import { HELD_SITE, isHeld } from '#server/platform/queue/job.ts'

const DAY_MS = 86_400_000
/** The time until a new release has reached the packages of a system. */
const GRACE_MS = 30 * DAY_MS
const LAST_DAYS = 180
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The version and age of PostgreSQL, and whether this user has the rights that the site needs. */
export async function checkDatabase(
  sql: Sql,
  { isEmbedded, now = new Date() }: { isEmbedded: boolean; now?: Date },
): Promise<Finding> {
  return asFinding(async () => {
    await requireUsableDatabase(sql)
    const [{ version, timeout, database }] = await sql<
      [{ version: string; timeout: string; database: string }]
    >`select split_part(current_setting('server_version'), ' ', 1) as version, current_setting('statement_timeout') as timeout,
        quote_ident(current_database()) as database`
    if (timeout !== '0') {
      return warning(
        `PostgreSQL ${version} ends statements after ${timeout}, which a large database may exceed.`,
        `As the owner of the database: alter database ${database} set statement_timeout = 0;`,
      )
    }
    return (
      describeAge(version, isEmbedded, now) ?? ok(`PostgreSQL ${version}, with all rights that are needed.`)
    )
  })
}

/** Null when it has all fixes, as far as is known. */
function describeAge(version: string, isEmbedded: boolean, now: Date): Finding | null {
  const { releasedOn, missed, endsOn } = ageOfPostgres(version, new Date(now.getTime() - GRACE_MS))
  const [major] = version.split('.')
  if (endsOn && (endsOn.getTime() - now.getTime()) / DAY_MS < LAST_DAYS)
    return warning(
      `PostgreSQL ${major} gets its last fixes on ${DAY.format(endsOn)}.`,
      'Make a backup, and restore it into an empty database of a newer major.',
    )
  if (!releasedOn || missed === 0) return null
  return warning(
    `PostgreSQL ${version} is of ${DAY.format(releasedOn)}, and lacks the fixes of at least ${missed} later minor ${missed === 1 ? 'release' : 'releases'}.`,
    isEmbedded
      ? 'It comes with AI Watch and is for trying it. Move the site to a PostgreSQL of its own, which the system updates: docs/self-hosting/database.md.'
      : `Update the packages of PostgreSQL ${major} on its server, and restart it. Its data stay as they are.`,
  )
}

/** Checks that the schema is that of this version, and that no table is missing. */
export async function checkSchema(sql: Sql): Promise<Finding> {
  const refusal = describeState(await readSchemaState(sql))
  if (refusal) return asProblem(refusal)
  const missing = await sql<{ name: string }[]>`
    select name from unnest(${tablesOf(await readSchema(PRESENT))}::text[]) as name where to_regclass(name) is null`
  return missing.length > 0
    ? problem(
        `The database lacks ${missing.map(({ name }) => name).join(', ')}.`,
        'Stop the site, and restore the last backup into an empty database.',
      )
    : ok('The database has the tables of this version.')
}

/** Warns while a site that was restored from a backup is on hold. */
export async function checkHeld(sql: Sql): Promise<Finding> {
  const [{ exists }] = await sql<
    [{ exists: boolean }]
  >`select to_regclass('private.restorations') is not null as exists`
  if (!exists || !(await isHeld(sql))) return ok('No restored backup waits.')
  const [found = '', advice = ''] = inSentences(HELD_SITE)
  return warning(found, advice)
}

const WORKER_TIMEOUT_MINUTES = 5

/** Checks that jobs are run, and how many failed for good within a day. */
export async function checkWorker(sql: Sql): Promise<Finding> {
  const [{ exists }] = await sql<
    [{ exists: boolean }]
  >`select to_regclass('pgboss.job') is not null as exists`
  if (!exists) return problem('There is no queue yet.', 'Start the site once: npm start')
  const [{ overdue, failed, names }] = await sql<[{ overdue: number; failed: number; names: string | null }]>`
    select count(*) filter (where state < 'active' and not blocked
        and start_after < now() - make_interval(mins => ${WORKER_TIMEOUT_MINUTES}))::integer as overdue,
      count(*) filter (where ${FAILED})::integer as failed,
      string_agg(distinct name, ', ') filter (where ${FAILED}) as names
    from pgboss.job`
  if (overdue > 0)
    return problem(
      `${overdue} jobs have waited for more than ${WORKER_TIMEOUT_MINUTES} minutes.`,
      'Start a process with WORKER=on or only, or look into its log.',
    )
  return failed > 0
    ? warning(
        `${failed} ${failed === 1 ? 'job' : 'jobs'} failed within a day: ${names}.`,
        'System → Jobs on the desk says why, and the log of the worker.',
      )
    : ok('Jobs are taken in time.')
}

/** Tells whether articles are read aloud that should be: none was given up, and none waits for the budget. */
export async function checkRecordings(sql: Sql): Promise<Finding> {
  const [{ exists }] = await sql<
    [{ exists: boolean }]
  >`select to_regclass('private.speech_tasks') is not null as exists`
  if (!exists) return ok('This database has no recordings yet.')
  const [{ failed, paused, waiting }] = await sql<[{ failed: number; paused: number; waiting: number }]>`
    select count(*) filter (where due_at = 'infinity')::integer as failed,
      count(*) filter (where waits_for_budget)::integer as paused, count(*)::integer as waiting
    from private.speech_tasks`
  const waits = `Waiting for the budget of the month: ${paused}.`
  if (failed > 0)
    return warning(
      [`Recordings that have failed for good: ${failed}.`, ...(paused > 0 ? [waits] : [])].join(' '),
      'Articles → Recordings on the desk says why, and makes them again.',
    )
  if (paused > 0) return warning(waits, 'Raise it in Settings → Language model, or wait for the next month.')
  return ok(
    waiting > 0
      ? `Articles that wait to be read aloud: ${waiting}.`
      : 'Every recording that is wanted is made.',
  )
}

async function asFinding(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return asProblem(error.message)
  }
}

/** The last sentences of a refusal say what to do. */
function asProblem(refusal: string): Finding {
  const [found = '', ...advice] = inSentences(refusal)
  return problem(found, advice.join(' '))
}

const inSentences = (text: string) => text.split(/(?<=\.) /)
