import { setTimeout as delay } from 'node:timers/promises'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { isUnreachable } from '#server/database/is-unreachable.ts'
import type { Boss } from '#server/jobs/boss.ts'
import type { Handlers } from '#server/jobs/handlers.ts'
import { type JobDeps, type JobRun, TryAgainLater } from '#server/jobs/job-run.ts'
import { JOB_NAMES, JOBS, type JobName } from '#server/jobs/jobs.ts'

/** All scheduled jobs, as cron expressions in UTC: minute, hour, day of the month, month, day of the week. */
const SCHEDULE: { job: JobName; at: string }[] = [
  { job: 'publish-scheduled', at: '* * * * *' },
  { job: 'follow-newsletter', at: '* * * * *' },
  { job: 'choose-topics', at: '* * * * *' },
  { job: 'queue-welcome-mails', at: '* * * * *' },
  { job: 'resume-translations', at: '* * * * *' },
  { job: 'resume-newsletters', at: '* * * * *' },
  { job: 'count-stale-translations', at: '*/5 * * * *' },
  { job: 'settle-lost-mails', at: '*/5 * * * *' },
  { job: 'purge', at: '17 * * * *' },
]

export interface Worker {
  /** Takes no more jobs, and gives the running ones a moment to finish. */
  stop(): Promise<void>
}

/** NOTIFY wakes the worker for a new job; jobs that are due for a retry are found by polling. */
const POLLING_SECONDS = 10
const POLLING_SECONDS_WITHOUT_NOTIFY = 2
const DRAIN_MS = 4_000
/** How long runs may take to finish once they are aborted. */
const ABORT_MS = 500

/** Runs jobs of every name until it is stopped. */
export async function startWorker(
  options: Boss & { deps: JobDeps; handlers: Handlers; instance: string; drainMs?: number },
): Promise<Worker> {
  const { boss, deps, handlers, instance, drainMs = DRAIN_MS } = options
  const { sql, log } = deps
  const stopping = new AbortController()

  async function runJob<Name extends JobName>(name: Name, job: JobWithMetadata<unknown>): Promise<JobResult> {
    const payload = JOBS[name].payload.safeParse(job.data)
    if (!payload.success) {
      log.error(`Job ${name} ${job.id} failed for good: its payload does not fit.`)
      return { id: job.id, status: 'deadletter', output: { message: 'payload does not fit' } }
    }
    const timeout = AbortSignal.timeout(JOBS[name].secondsPerRun * 1000)
    const run: JobRun<Name> = {
      id: job.id,
      name,
      createdAt: job.createdOn,
      isLastTry: job.retryCount >= job.retryLimit,
      signal: AbortSignal.any([timeout, stopping.signal, job.signal]),
    }
    try {
      await sql`
        insert into private.job_runs (job_id, name, try, instance)
        values (${job.id}, ${name}, ${job.retryCount}, ${instance})
        on conflict (job_id) do update
        set try = excluded.try, instance = excluded.instance, started_at = now()`
      const handler = handlers[name] as (deps: JobDeps, payload: unknown, run: JobRun<Name>) => Promise<void>
      await Promise.race([handler(deps, payload.data, run), rejectWhen(timeout, 'it took too long')])
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const [line = ''] = reason.split('\n')
      if (error instanceof TryAgainLater) log.info(`Job ${name} ${job.id} is tried again later: ${line}`)
      else if (!isUnreachable(error)) log.error(`Job ${name} ${job.id} failed: ${line}`)
      return { id: job.id, status: 'failed', output: { message: line } }
    } finally {
      await sql`delete from private.job_runs where job_id = ${job.id} and instance = ${instance}`.catch(
        () => {},
      )
    }
  }

  /** Starts one of the loops that take jobs of a name, one after the other. */
  async function startLoop(name: JobName): Promise<void> {
    const workOptions = {
      includeMetadata: true,
      perJobResults: true,
      pollingIntervalSeconds: POLLING_SECONDS_WITHOUT_NOTIFY,
      notifyPollingIntervalSeconds: POLLING_SECONDS,
    } as const
    const id = await boss.work(name, workOptions, async (jobs) => {
      const results = await Promise.all(jobs.map((job) => runJob(name, job)))
      // Without this, pg-boss would wait for the next NOTIFY or poll even when another job is waiting already.
      boss.notifyWorker(id)
      return results
    })
  }

  await requeueRunsOf(instance, options)
  await applySchedule(boss)
  for (const name of JOB_NAMES) {
    for (let count = 0; count < JOBS[name].concurrency; count++) await startLoop(name)
  }

  return {
    async stop() {
      const drained = Promise.all(JOB_NAMES.map((name) => boss.offWork(name, { wait: true })))
      const late = new AbortController()
      await Promise.race([drained, delay(drainMs, undefined, { signal: late.signal }).catch(() => {})])
      stopping.abort()
      await Promise.race([drained, delay(ABORT_MS, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
    },
  }
}

/** Requeues the jobs that a process with this data folder was running when it was killed. */
async function requeueRunsOf(
  instance: string,
  { boss, deps }: { boss: PgBoss; deps: JobDeps },
): Promise<void> {
  const { sql, log } = deps
  const runs = await sql<{ job_id: string; name: JobName; try: number }[]>`
    delete from private.job_runs where instance = ${instance} returning job_id, name, try`
  for (const { job_id: id, name, try: retryCount } of runs) {
    if (!JOB_NAMES.includes(name)) continue
    await boss.fail(name, { id, retryCount }, { message: 'its process ended' })
    const { updated } = await boss.update(name, undefined, { id, startAfter: 0 })
    if (updated > 0) log.info(`Job ${name} ${id} is tried again: the process that worked on it has ended.`)
  }
}

function rejectWhen(signal: AbortSignal, reason: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(reason)), { once: true })
  })
}

/** Stores the schedule. Any process may start a due job; runs that were missed while no process ran are made up for once. */
async function applySchedule(boss: PgBoss): Promise<void> {
  const wanted = new Set<string>(SCHEDULE.map(({ job }) => job))
  for (const { name, key } of await boss.getSchedules()) {
    if (!wanted.has(name)) await boss.unschedule(name, key)
  }
  for (const { job, at } of SCHEDULE) await boss.schedule(job, at, {}, { tz: 'UTC', missed: 'once' })
}
