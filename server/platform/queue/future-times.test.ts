import { afterAll, afterEach, expect, test } from 'vitest'
import { sendConfirmationMailJob } from '#server/features/newsletter/jobs.ts'
import { handles } from '#server/platform/queue/job.ts'
import { forgetFutureTimes } from '#server/platform/queue/job-queue.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { startTestJobs, untilJobsAreDone } from '../../../tests/support/jobs.ts'

const JOB = sendConfirmationMailJob
const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
afterEach(() => setQueueClock('0 hours'))

/** The clock that the queue has instead of that of the database. */
const setQueueClock = (ahead: string) =>
  sql.script(`
    create or replace function pgboss.job_now() returns timestamptz language sql stable as $$
      select now() + interval '${ahead}'
    $$`)

/** Runs of a schedule that are of the present, and not of an hour that is still to come. */
const countScheduled = async () => {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from pgboss.job where name = '__pgboss__send-it' and created_on <= now()`
  return row.count
}

test('after the clock of the database was set back by an hour, schedules and waiting jobs go on', async () => {
  // The schedules are stored by the first start.
  await startTestJobs(database).then((first) => first.stop())
  await setQueueClock('1 hour')
  const before = await startTestJobs(database)
  await expect
    .poll(async () => (await sql`select from pgboss.job where name = '__pgboss__send-it'`).length)
    .toBeGreaterThan(0)
  await before.stop()
  await sql`
    update pgboss.job set state = 'completed', completed_on = created_on where name = '__pgboss__send-it'`
  const waiting = await startTestJobs(database, { works: false })
  await waiting.queue.enqueue(JOB, { email: 'now@example.org' })
  const at = new Date(Date.now() + 80 * 60_000)
  await waiting.queue.enqueue(JOB, { email: 'planned@example.org' }, { at })
  await waiting.stop()

  await setQueueClock('0 hours')
  expect(await countScheduled()).toBe(0)
  const done: string[] = []
  const jobs = [handles(JOB, async (_deps, { email }) => void done.push(email))]
  const after = await startTestJobs(database, { jobs })
  try {
    await expect.poll(() => done).toEqual(['now@example.org'])
    await expect.poll(countScheduled).toBeGreaterThan(0)
    const [planned] =
      await sql`select start_after from pgboss.job where data ->> 'email' = 'planned@example.org'`
    expect(planned?.start_after).toEqual(at)
  } finally {
    await sql`delete from pgboss.job where data ->> 'email' = 'planned@example.org'`
    await untilJobsAreDone(sql)
    await after.stop()
  }
  expect(await forgetFutureTimes(sql)).toBe(false)
})
