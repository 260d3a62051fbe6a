import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendConfirmationMailJob } from '#server/features/newsletter/jobs.ts'
import { hasFault } from '#server/platform/faults/faults.ts'
import type { Log } from '#server/platform/log.ts'
import { handles } from '#server/platform/queue/job.ts'
import { loadInstanceId } from '#server/platform/queue/worker.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { startTestJobs, untilJobsAreDone } from '../../../tests/support/jobs.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const JOB = sendConfirmationMailJob
const NAME = JOB.name

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`delete from pgboss.job where name = ${NAME}`
})

type Options = Parameters<typeof startTestJobs>[1] & {
  work?: (email: string, signal: AbortSignal) => Promise<void> | void
}

/** A worker with a handler that the test gives. */
async function startJobs({ work, ...options }: Options = {}) {
  const jobs = await startTestJobs(database, {
    ...options,
    ...(work && {
      jobs: [handles(JOB, async (_deps, { email }, { signal }) => work(email, signal))],
    }),
  })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await jobs.stop()
    isStopped = true
  }
  onTestFinished(stop)
  return { enqueue: (email: string) => jobs.queue.enqueue(JOB, { email }), queue: jobs.queue, stop }
}

function recordLog(): { log: Log; lines: string[] } {
  const lines: string[] = []
  const write = (message: string) => void lines.push(message)
  return { lines, log: { debug: () => {}, info: write, warn: write, error: write } }
}

const states = () => sql<{ state: string; retry_count: number }[]>`
  select state, retry_count from pgboss.job where name = ${NAME} order by created_on`

test('two workers run each job once, and do not wait for a NOTIFY between jobs', async () => {
  const seen: string[] = []
  const work = (email: string) => void seen.push(email)
  const [one] = await Promise.all([startJobs({ work }), startJobs({ work })])
  const all = Array.from({ length: 60 }, (_, n) => `reader-${n}@example.org`)
  await Promise.all(all.map(one.enqueue))
  await untilJobsAreDone(sql)
  expect(seen.toSorted()).toEqual(all.toSorted())
})

test('a job that one process enqueues is run at once by another, which NOTIFY wakes', async () => {
  const seen: string[] = []
  await startJobs({ work: (email) => void seen.push(email) })
  const other = await startJobs({ works: false })
  // By then both loops have polled and found nothing; they would poll again only after seconds.
  await vi.waitUntil(async () => {
    const [row] = await sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'ai-watch jobs' and state = 'idle'`
    return row?.count >= 2
  })
  await other.enqueue('ada@example.org')
  await expect.poll(() => seen, { timeout: 5_000 }).toEqual(['ada@example.org'])
})

test('a job exists when its transaction commits, and not when it is rolled back', async () => {
  const { queue } = await startJobs({ works: false })
  await expect(
    sql.transaction(async (transaction) => {
      await queue.enqueue(JOB, { email: 'never@example.org' }, { transaction })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await states()).toEqual([])
  await sql.transaction((transaction) => queue.enqueue(JOB, { email: 'ada@example.org' }, { transaction }))
  expect(await states()).toMatchObject([{ state: 'created' }])
})

test('an invalid payload is refused when it is enqueued', async () => {
  const { queue } = await startJobs({ works: false })
  for (const payload of [{}, { email: 1 }, { email: 'a', token: 'b' }, { email: 'a'.repeat(256) }]) {
    await expect(queue.enqueue(JOB, payload as { email: string })).rejects.toThrow()
  }
  expect(await states()).toEqual([])
})

test('a job whose payload is invalid when it runs fails for good, and only its name and id are logged', async () => {
  const { log, lines } = recordLog()
  const { stop } = await startJobs({ log, work: () => {} })
  const [job] = await sql`
    insert into pgboss.job (name, data, retry_limit) values (${NAME}, '{"mail": "secret@example.org"}', 5) returning id`
  await expect.poll(states, { timeout: 15_000 }).toEqual([{ state: 'failed', retry_count: 0 }])
  await stop()
  expect(lines).toEqual([`Job ${NAME} ${job?.id} failed for good: its payload does not fit.`])
})

test('further jobs are refused when too many of the name are waiting', async () => {
  const { enqueue } = await startJobs({ works: false })
  await sql`
    insert into pgboss.job (name, data) select ${NAME}, '{}' from generate_series(1, ${JOB.maxWaiting - 1})`
  await enqueue('last@example.org')
  await expect(enqueue('too-many@example.org')).rejects.toMatchObject({ name: 'QueueFullError' })
})

test('a job that fails is logged by name and id only, and waits for its next attempt', async () => {
  const { log, lines } = recordLog()
  const { enqueue, stop } = await startJobs({
    log,
    work: () => {
      throw new Error('no luck\nin two lines')
    },
  })
  await enqueue('secret@example.org')
  await expect.poll(states).toMatchObject([{ state: 'retry' }])
  await stop()
  const [job] = await sql`select id, start_after > now() as waits from pgboss.job where name = ${NAME}`
  expect(job?.waits).toBe(true)
  expect(lines).toEqual([`Job ${NAME} ${job?.id} failed: no luck`])
})

test('stopping waits for running jobs, and takes no more', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const seen: string[] = []
  const { enqueue, stop } = await startJobs({
    work: async (email) => {
      seen.push(email)
      await finished
    },
  })
  for (const email of ['one', 'two', 'three']) await enqueue(`${email}@example.org`)
  await expect.poll(() => seen).toHaveLength(JOB.concurrency)
  const stopping = stop()
  finish()
  await stopping
  expect(seen).toHaveLength(JOB.concurrency)
  expect((await states()).map(({ state }) => state).toSorted()).toEqual(['completed', 'completed', 'created'])
})

test('stopping aborts a job that takes too long, and leaves it for another attempt', async () => {
  const seen: string[] = []
  const { enqueue, stop } = await startJobs({
    drainMs: 50,
    work: async (_email, signal) => {
      seen.push('begun')
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      seen.push('told')
      throw new Error('not done')
    },
  })
  await enqueue('ada@example.org')
  await expect.poll(() => seen).toEqual(['begun'])
  await stop()
  expect(seen).toEqual(['begun', 'told'])
  expect(await states()).toMatchObject([{ state: 'retry' }])
})

test('only the jobs that a killed process with the same data folder was running are requeued at once', async () => {
  const [mine, other] = [randomUUID(), randomUUID()]
  const { enqueue } = await startJobs({ works: false })
  await enqueue('mine@example.org')
  await enqueue('other@example.org')
  await sql`update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = ${NAME}`
  await sql`
    insert into private.job_runs (job_id, name, try, instance)
    select id, name, 0, case data ->> 'email' when 'mine@example.org' then ${mine}::uuid else ${other}::uuid end
    from pgboss.job where name = ${NAME}`
  const seen: string[] = []
  await startJobs({ instance: mine, work: (email) => void seen.push(email) })
  await expect.poll(() => seen).toEqual(['mine@example.org'])
  await expect
    .poll(async () => (await states()).map(({ state }) => state).toSorted())
    .toEqual(['active', 'completed'])
})

test('a worker survives an outage of the database, which is reported as a fault', async () => {
  const seen: string[] = []
  const { log, lines } = recordLog()
  const { enqueue } = await startJobs({ log, work: (email) => void seen.push(email) })
  await enqueue('before@example.org')
  await expect.poll(() => seen).toHaveLength(1)
  await untilJobsAreDone(sql)
  await database.cut()
  await expect.poll(() => hasFault('database'), { timeout: 15_000 }).toBe(true)
  await expect(enqueue('away@example.org')).rejects.toThrow()
  await database.restore()
  await vi.waitUntil(
    () =>
      enqueue('after@example.org').then(
        () => true,
        () => false,
      ),
    { timeout: 10_000 },
  )
  await expect.poll(() => seen, { timeout: 15_000 }).toContain('after@example.org')
  expect(hasFault('database')).toBe(false)
  expect(lines).toEqual([])
})

function newFolder(): string {
  const folder = createTemporaryFolder('instance')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a data folder keeps its id, and another folder has another one', async () => {
  const [one, other] = [newFolder(), newFolder()]
  const id = await loadInstanceId(one)
  expect(await loadInstanceId(one)).toBe(id)
  expect(await loadInstanceId(other)).not.toBe(id)
  expect(await readdir(one)).toEqual(['instance-id'])
})

test('a damaged id is replaced', async () => {
  const folder = newFolder()
  const file = join(folder, 'instance-id')
  await writeFile(file, 'not a name')
  const id = await loadInstanceId(folder)
  expect((await readFile(file, 'utf8')).trim()).toBe(id)
})
