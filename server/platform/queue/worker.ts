import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { replaceFile } from '#server/platform/disk/files.ts'
import { isDiskFailure } from '#server/platform/faults/describe-failure.ts'
import { isReportedFault, reportFault } from '#server/platform/faults/faults.ts'
import { jobSeconds } from '#server/platform/metrics/process-metrics.ts'
import { onBehalfOf } from '#server/platform/process/off-turn.ts'
import { isHeld, type Job, type JobHandler, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'
import type { Boss } from '#server/platform/queue/job-queue.ts'
import type { PlatformServices } from '#server/platform/services.ts'

interface Worker {
  /** Stops taking jobs, and gives the running ones a few seconds to finish. */
  stop(): Promise<void>
}

/** NOTIFY wakes the worker for a new job; jobs that are due for a retry are found by polling. */
const POLLING_SECONDS = 10
const POLLING_SECONDS_WITHOUT_NOTIFY = 2
const DRAIN_MS = 4_000
/** The time that aborted runs have to finish. */
const ABORT_MS = 500

type WorkerDeps = Pick<PlatformServices, 'sql' | 'log'>

/** Runs all jobs until it is stopped. */
export async function startWorker<Deps extends WorkerDeps>(
  options: Boss & {
    deps: Deps
    jobs: readonly JobHandler<Deps>[]
    /** Tells the processes of one database apart, and is the same after a restart. */
    instance: string
    drainMs?: number
  },
): Promise<Worker> {
  const { boss, deps, jobs, instance, drainMs = DRAIN_MS } = options
  const { sql, log } = deps
  const stopping = new AbortController()

  async function runJob(
    { job, handle, isHeld: waits = false }: JobHandler<Deps>,
    taken: JobWithMetadata<unknown>,
  ): Promise<JobResult> {
    const { name } = job
    const { id } = taken
    const payload = job.payload.safeParse(taken.data)
    if (!payload.success) {
      log.error(`Job ${name} ${id} failed for good: its payload does not fit.`)
      return { id, status: 'deadletter', output: { message: 'payload does not fit' } }
    }
    const timeout = AbortSignal.timeout(job.timeoutSeconds * 1000)
    const end = jobSeconds.startTimer({ job: name })
    const run: JobRun = {
      id,
      job,
      createdAt: taken.createdOn,
      isLastAttempt: taken.retryCount >= taken.retryLimit,
      signal: AbortSignal.any([timeout, stopping.signal, taken.signal]),
    }
    try {
      // The scheduled jobs find the skipped work again.
      if (waits && (await isHeld(sql))) return { id, status: 'completed' }
      await sql`
        insert into private.job_runs (job_id, name, try, instance)
        values (${id}, ${name}, ${taken.retryCount}, ${instance})
        on conflict (job_id) do update
        set try = excluded.try, instance = excluded.instance, started_at = now()`
      await Promise.race([
        onBehalfOf(`job ${name}`, () => handle(deps, payload.data, run), Infinity),
        rejectWhen(timeout, 'it took too long'),
      ])
      end({ outcome: 'completed' })
      return { id, status: 'completed' }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const [line = ''] = reason.split('\n')
      if (isDiskFailure(error) && !isReportedFault(error)) reportFault('disk', error)
      if (error instanceof TryAgainLater) log.info(`Job ${name} ${id} is tried again later: ${line}`)
      else if (!isReportedFault(error)) log.error(`Job ${name} ${id} failed: ${line}`)
      end({ outcome: error instanceof TryAgainLater ? 'postponed' : 'failed' })
      return { id, status: 'failed', output: { message: line } }
    } finally {
      await sql`delete from private.job_runs where job_id = ${id} and instance = ${instance}`.catch(() => {})
    }
  }

  /** Starts one of the loops that take jobs of a name, one after the other. */
  async function startLoop(handler: JobHandler<Deps>): Promise<void> {
    const workOptions = {
      includeMetadata: true,
      perJobResults: true,
      pollingIntervalSeconds: POLLING_SECONDS_WITHOUT_NOTIFY,
      notifyPollingIntervalSeconds: POLLING_SECONDS,
    } as const
    const id = await boss.work(handler.job.name, workOptions, async (taken) => {
      const results = await Promise.all(taken.map((one) => runJob(handler, one)))
      // Without this, pg-boss would wait for the next NOTIFY or poll even when another job is waiting already.
      boss.notifyWorker(id)
      return results
    })
  }

  await requeueRunsOf(instance, options)
  await applySchedule(boss, jobs)
  for (const handler of jobs) {
    for (let count = 0; count < handler.job.concurrency; count++) await startLoop(handler)
  }

  return {
    async stop() {
      const drained = Promise.all(jobs.map(({ job }) => boss.offWork(job.name, { wait: true })))
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
  { boss, deps, jobs }: { boss: PgBoss; deps: WorkerDeps; jobs: readonly { job: Job }[] },
): Promise<void> {
  const { sql, log } = deps
  const runs = await sql<{ job_id: string; name: string; try: number }[]>`
    delete from private.job_runs where instance = ${instance} returning job_id, name, try`
  for (const { job_id: id, name, try: retryCount } of runs) {
    if (!jobs.some(({ job }) => job.name === name)) continue
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
async function applySchedule(
  boss: PgBoss,
  jobs: readonly Pick<JobHandler<never>, 'job' | 'cron'>[],
): Promise<void> {
  const scheduled = jobs.filter(({ cron }) => cron !== undefined)
  for (const { name, key } of await boss.getSchedules()) {
    if (!scheduled.some(({ job }) => job.name === name)) await boss.unschedule(name, key)
  }
  for (const { job, cron = '' } of scheduled) {
    await boss.schedule(job.name, cron, {}, { tz: 'UTC', missed: 'once' })
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The id of this data folder, stored in it. Only one process at a time uses a data folder, so job runs under this id that are
 * found at a start belong to a process that has ended.
 */
export async function loadInstanceId(dataDir: string): Promise<string> {
  const file = join(dataDir, 'instance-id')
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (UUID.test(stored)) return stored
  const created = randomUUID()
  await replaceFile(file, `${created}\n`)
  return created
}
