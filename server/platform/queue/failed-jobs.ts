import type { PgBoss } from 'pg-boss'
import type { FailedJob, JobKind } from '#core/domain/system.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'
import { shortLine } from '#server/platform/log-line.ts'

const MOST_LISTED = 50

/** Jobs of ours, not of the queue itself. */
const OWN = fragment`job.name not like '\\_\\_pgboss%'`

/** Jobs that failed for good, but for those that a schedule started again since, with success. */
export const FAILED = fragment`(job.state = 'failed' and ${OWN} and not (coalesce(job.data, '{}') = '{}' and exists (
  select from pgboss.job as later
  where later.name = job.name and later.state = 'completed' and later.completed_on > job.completed_on)))`

/** The jobs that wait, run or have failed, by their name. */
export async function countJobs(sql: Session): Promise<JobKind[]> {
  const rows = await sql<(Omit<JobKind, 'oldest'> & { oldest: Date | null })[]>`
    select name,
      count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
      count(*) filter (where state < 'active' and start_after > now())::int as later,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where ${FAILED})::int as failed,
      min(start_after) filter (where state < 'active' and start_after <= now()) as oldest
    from pgboss.job where ${OWN} and (state <= 'active' or state = 'failed')
    group by name order by failed desc, oldest, name`
  return rows
    .filter(({ waiting, later, running, failed }) => waiting + later + running + failed > 0)
    .map(({ oldest, ...kind }) => ({ ...kind, oldest: oldest?.toISOString() ?? null }))
}

/** Lists the latest jobs that failed for good, with their errors. */
export async function listFailedJobs(sql: Session): Promise<FailedJob[]> {
  const rows = await sql<
    {
      id: string
      name: string
      created_on: Date
      completed_on: Date
      retry_count: number
      message: string | null
    }[]
  >`
    select id, name, created_on, completed_on, retry_count, left(output ->> 'message', 2000) as message
    from pgboss.job where ${FAILED} order by completed_on desc, id limit ${MOST_LISTED}`
  return rows.map(({ id, name, created_on, completed_on, retry_count, message }) => ({
    id,
    name,
    created_at: created_on.toISOString(),
    failed_at: completed_on.toISOString(),
    tries: retry_count + 1,
    message: shortLine(message ?? ''),
  }))
}

/** `gone`: there is no such job that has failed. `waiting`: another one like it waits or runs already, and there may be only one. */
export type RetryOutcome = { status: 'retried'; name: string } | { status: 'gone' } | { status: 'waiting' }

/** Has a job that failed for good done again, at once. */
export async function retryJob({ boss, session }: Boss, id: string): Promise<RetryOutcome> {
  const name = await findFailed(session, id)
  if (name === null) return { status: 'gone' }
  try {
    await boss.retry(name, id)
  } catch (error) {
    // Of some jobs only one may wait or run at a time.
    if ((error as { code?: unknown }).code === '23505') return { status: 'waiting' }
    throw error
  }
  // Wakes a worker.
  await boss.update(name, undefined, { id, startAfter: 0 })
  return { status: 'retried', name }
}

/** Forgets a job that failed for good, and returns its name; null when there is no such job. */
export async function dismissJob({ session }: Boss, id: string): Promise<string | null> {
  const [row] = await session<{ name: string }[]>`
    delete from pgboss.job where id = ${id} and state = 'failed' returning name`
  return row?.name ?? null
}

interface Boss {
  boss: PgBoss
  session: Session
}

async function findFailed(session: Session, id: string): Promise<string | null> {
  const [row] = await session<{ name: string }[]>`
    select name from pgboss.job where id = ${id} and state = 'failed'`
  return row?.name ?? null
}
