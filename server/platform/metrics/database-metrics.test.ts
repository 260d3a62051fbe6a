import { afterAll, expect, test } from 'vitest'
import { seedDemoIssuesJob } from '#server/features/newsletter/jobs.ts'
import { createDatabaseMetrics } from '#server/platform/metrics/database-metrics.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { startTestJobs } from '../../../tests/support/jobs.ts'

const database = await createTestDatabase()
const { sql } = database
const jobs = await startTestJobs(database, { works: false })
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})

async function read(registry: ReturnType<typeof createDatabaseMetrics>, name: string) {
  return (await registry.getMetricsAsJSON())
    .filter((metric) => metric.name === name)
    .flatMap(({ values }) => values.map(({ labels, value }) => ({ ...labels, value })))
}

test('mails, messages of a sending and the use of a model are counted', async () => {
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, created_at, sent_at) values
      (gen_random_uuid(), 'test', 'a@example.org', 'A', 'uncertain', now(), null),
      (gen_random_uuid(), 'test', 'a@example.org', 'A', 'sent', now(), now()),
      (gen_random_uuid(), 'test', 'a@example.org', 'A', 'sent', now() - interval '2 days', now())`
  await sql`
    insert into private.ai_usage (day, model, task, input_tokens, output_tokens, calls) values
      ((now() at time zone 'utc')::date, 'm', 'translate', 10, 20, 1), ((now() at time zone 'utc')::date, 'm', 'compose', 1, 2, 1),
      ('2020-01-01', 'm', 'translate', 500, 500, 5)`
  const registry = createDatabaseMetrics(sql)
  expect(await read(registry, 'mail_deliveries')).toEqual([
    { status: 'uncertain', value: 1 },
    { status: 'sent', value: 1 },
  ])
  expect(await read(registry, 'language_model_tokens')).toEqual(
    expect.arrayContaining([
      { model: 'm', direction: 'input', value: 11 },
      { model: 'm', direction: 'output', value: 22 },
    ]),
  )
  expect(await read(registry, 'language_model_calls')).toEqual([{ model: 'm', value: 2 }])
})

test('a restored site that is held is 1', async () => {
  expect(await read(createDatabaseMetrics(sql), 'held')).toEqual([{ value: 0 }])
  await sql`insert into private.restorations (made_at) values (now())`
  expect(await read(createDatabaseMetrics(sql), 'held')).toEqual([{ value: 1 }])
})

test('jobs are counted by name and state, with how long the oldest has waited', async () => {
  await jobs.queue.enqueue(seedDemoIssuesJob, {})
  await sql`update pgboss.job set start_after = now() - interval '5 minutes'`
  const registry = createDatabaseMetrics(sql)
  const [oldest] = await read(registry, 'queue_oldest_seconds')
  expect(oldest?.value).toBeGreaterThanOrEqual(300)
  expect(await read(registry, 'queue_jobs')).toEqual([
    expect.objectContaining({ state: 'created', value: 1 }),
  ])
})

test('the database is asked once in ten seconds, and what it does not answer is absent', async () => {
  let at = 0
  const registry = createDatabaseMetrics(sql, { now: () => at })
  const before = await read(registry, 'mail_deliveries')
  await sql`delete from public.mail_deliveries`
  at += 9_999
  expect(await read(registry, 'mail_deliveries')).toEqual(before)
  at += 1
  expect(await read(registry, 'mail_deliveries')).toEqual([{ status: 'sent', value: 0 }])
  await database.cut()
  at += 10_000
  expect(await read(registry, 'database_bytes')).toEqual([])
  await database.restore()
})
