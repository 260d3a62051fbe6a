import { type Db, PgBoss } from 'pg-boss'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import {
  connect,
  type DatabaseAddress,
  type Session,
  type Sql,
} from '#server/platform/database/connection.ts'
import { listen } from '#server/platform/database/listen.ts'
import { QUEUE_CONNECTIONS } from '#server/platform/database/pool-sizes.ts'
import { hasFault } from '#server/platform/faults/faults.ts'
import type { Log } from '#server/platform/log.ts'
import { dismissJob, type RetryOutcome, retryJob } from '#server/platform/queue/failed-jobs.ts'
import { type Job, type JobPayload, MAX_PAYLOAD_LENGTH } from '#server/platform/queue/job.ts'
import { noteLimit } from '#server/platform/report.ts'

export interface JobQueue {
  /**
   * Adds a job for the worker of this or another process, which does it at once or not before `at`. With a transaction, the
   * job exists only once that commits.
   * @throws QueueFullError when too many of this job are waiting
   */
  enqueue<Any extends Job>(
    job: Any,
    payload: JobPayload<Any>,
    options?: { transaction?: Session; at?: Date },
  ): Promise<string | null>
  /** Has a job that failed for good done again. */
  retry(id: string): Promise<RetryOutcome>
  /** Forgets a job that failed for good, and returns its name; null when there is no such job. */
  dismiss(id: string): Promise<string | null>
}

export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

export function createJobQueue(open: Boss): JobQueue {
  const { boss, session } = open
  return {
    retry: (id) => retryJob(open, id),
    dismiss: (id) => dismissJob(open, id),
    async enqueue(job, payload, { transaction = session, at } = {}) {
      const { name, maxWaiting, isExclusive } = job
      const data = job.payload.parse(payload) as object
      if (JSON.stringify(data).length > MAX_PAYLOAD_LENGTH)
        throw new Error(`The payload of ${name} is too long`)
      if ((await countWaiting(transaction, name, maxWaiting)) >= maxWaiting) {
        noteLimit('waiting jobs')
        throw new QueueFullError(`${maxWaiting} jobs ${name} are waiting`)
      }
      const db = { executeSql: transaction.run }
      const id = await boss.send(name, data, { db, ...(at && { startAfter: at }) })
      if (id === null && !isExclusive) throw new Error(`The job ${name} was not taken`)
      return id
    },
  }
}

async function countWaiting(session: Session, name: string, most: number): Promise<number> {
  const [row] = await session<[{ count: number }]>`
    select count(*)::int as count from (
      select from pgboss.job where name = ${name} and state < 'active' and not blocked limit ${most}) as waiting`
  return row.count
}

/** pg-boss, running on our own database driver. Nothing outside this folder uses it directly. */
export interface Boss {
  boss: PgBoss
  session: Session
  close(): Promise<void>
}

const SCHEMA = 'pgboss'
/** The jobs of a killed process are released after the first of these, and another process notices within the second. */
const HEARTBEAT_SECONDS = 20
const MONITOR_SECONDS = 20
const HOUR_SECONDS = 60 * 60

/**
 * Opens the queue, and creates its tables when they are missing. Only with `works` does it take over the jobs of processes that
 * have ended, run the schedule, and listen for new jobs.
 */
export async function openBoss(options: {
  address: DatabaseAddress
  sql: Sql
  log: Log
  works: boolean
  /** All jobs: each has a queue of its own in the database. */
  jobs: readonly Job[]
}): Promise<Boss> {
  const { address, sql, log, works, jobs } = options
  const session = connect(address, { max: QUEUE_CONNECTIONS, application_name: 'ai-watch jobs' })
  const boss = new PgBoss({
    db: overOurDriver(session, address),
    schema: SCHEMA,
    supervise: works,
    schedule: works,
    useListenNotify: works,
    monitorIntervalSeconds: MONITOR_SECONDS,
    superviseIntervalSeconds: MONITOR_SECONDS,
    // Jobs that wait for other jobs are not used, so they need not be looked for often.
    flowIntervalSeconds: HOUR_SECONDS,
    maintenanceIntervalSeconds: HOUR_SECONDS,
    cronWorkerIntervalSeconds: 30,
  })
  boss.on('error', ({ message }) => {
    // Errors of its statements come as copies, after they were reported.
    if (!hasFault('database') && !hasFault('disk')) log.error(`The job queue: ${message}`)
  })
  boss.on('warning', ({ message }) => log.warn(`The job queue: ${message}`))
  try {
    await withAdvisoryLock(sql, 'schema', async () => {
      // Fails when there are no tables yet, which have no times either.
      if (works) await forgetFutureTimes(session).catch(() => {})
      await boss.start()
      await revokeFromRequestRoles(session)
      await prepareQueues(boss, jobs)
    })
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {})
    await session.end()
    throw error
  }
  const watching = works ? watchForFutureTimes(session) : null
  return {
    boss,
    session,
    async close() {
      watching?.stop()
      await boss.stop({ graceful: false })
      await session.end()
    },
  }
}

function overOurDriver(session: Session, address: DatabaseAddress): Db {
  return {
    executeSql: session.run,
    async listen(channel, onPayload, onListening) {
      const listening = await listen(address, channel, { onPayload, onListening, purpose: 'jobs' })
      return { close: () => listening.stop() }
    },
  }
}

async function revokeFromRequestRoles(session: Session): Promise<void> {
  await session.script(
    ['schema', 'all tables in schema', 'all functions in schema']
      .map((what) => `revoke all on ${what} ${SCHEMA} from public, anon, authenticated, service_role;`)
      .join('\n'),
  )
}

async function prepareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name, retries, timeoutSeconds, isExclusive } of jobs) {
    const rules = {
      retryLimit: retries.limit,
      retryDelay: retries.delaySeconds,
      retryDelayMax: retries.maxDelaySeconds,
      retryBackoff: true,
      // The worker itself ends a run that takes too long; this applies when it fails to.
      expireInSeconds: timeoutSeconds + 60,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      // Payloads name people.
      deleteAfterSeconds: 24 * HOUR_SECONDS,
      notify: true,
    }
    if (known.has(name)) await boss.updateQueue(name, rules)
    else await boss.createQueue(name, { ...rules, policy: isExclusive ? 'exclusive' : 'standard' })
  }
}

/** A clock that is kept in step goes back by less. */
const MIN_SECONDS = 60
const LOOK_MS = 30_000

/**
 * Times that the queue has written before the clock of the database was set back lie in the future. It waits until they come: no
 * schedule would be run, no job of a dead process released, and no job that was waiting would be done, for as long as the clock was
 * set back. This makes them the present. A time for which a job was planned stays.
 */
export async function forgetFutureTimes(session: Session): Promise<boolean> {
  const [version] = await session<{ is_ahead: boolean }[]>`
    select greatest(cron_on, bam_on, flow_on) > now() + make_interval(secs => ${MIN_SECONDS}) as is_ahead from pgboss.version`
  if (!version?.is_ahead) return false
  await session`
    update pgboss.version set cron_on = least(cron_on, now() - interval '1 minute'), bam_on = least(bam_on, now()), flow_on = least(flow_on, now()),
      reindex_on = least(reindex_on, now()), monitor_backoff_on = least(monitor_backoff_on, now())`
  await session`
    update pgboss.queue set monitor_on = least(monitor_on, now()), monitor_claim_on = least(monitor_claim_on, now()),
      maintain_on = least(maintain_on, now())`
  // A job of a minute that comes again must not prevent the next one of that minute.
  await session`
    update pgboss.job set singleton_on = null where state > 'active' and singleton_on > now() at time zone 'utc'`
  await session`
    update pgboss.job set start_after = now()
    where state = 'created' and created_on > now() and start_after <= created_on
      or state = 'retry' and started_on > now()`
  return true
}

/** Looks for such times now and then, in the process that works. */
function watchForFutureTimes(session: Session): { stop(): void } {
  const timer = setInterval(() => void forgetFutureTimes(session).catch(() => {}), LOOK_MS).unref()
  return { stop: () => clearInterval(timer) }
}
