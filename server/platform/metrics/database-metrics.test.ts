import { afterAll, expect, test } from 'vitest'
import { seedDemoIssuesJob } from '#server/features/newsletter/jobs.ts'
import { createDatabaseMetrics } from '#server/platform/metrics/metrics-endpoint.ts'
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
    { status: 'queued', value: 0 },
    { status: 'sending', value: 0 },
    { status: 'failed', value: 0 },
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

test('what operators are woken for is counted: what is late, held or paused, backups, webhooks and feeds', async () => {
  const values = async (name: string) =>
    Object.fromEntries(
      (await read(createDatabaseMetrics(sql), name)).map(({ value, ...labels }) => [
        Object.values(labels)[0],
        value,
      ]),
    )
  expect(await values('overdue_seconds')).toEqual({ article: 0, newsletter: 0 })
  expect(await values('newsletter_issues')).toEqual({ sending: 0, paused: 0, held: 0, asked: 0, waiting: 0 })
  expect(await values('backup_schedule')).toEqual({ daily: 0, other: 0, undecided: 1 })
  expect(await read(createDatabaseMetrics(sql), 'backup_last_success_timestamp_seconds')).toEqual([
    { value: 0 },
  ])

  await sql`insert into private.backup_schedule (daily_at) values ('03:30')`
  await sql`
    insert into private.backups (status, place, place_id, file, bytes, made_at, encrypted)
    values ('done', '/b', 'x', 'a', 1, '2026-01-02T00:00:00Z', false)`
  await sql`insert into private.backup_troubles (kind, reason) values ('failed', 'The disk is full.')`
  await sql`
    insert into public.webhooks (url, events, failures, failing_since) values ('https://a.example/', '["newsletter.sent"]', 3, now())`
  await sql`
    insert into public.news_feeds (url, outlet, failing_since) values ('https://a.example/feed', 'A', now())`
  const issue = (status: string, more: string) =>
    sql.script(`
      insert into public.newsletter_issues (status, approved_at, seal, slug, scheduled_for, held_reason, started_at, audience)
      values ('${status}', now(), 'seal', '2026-01-0' || (select count(*) + 1 from public.newsletter_issues), ${more})`)
  await issue('scheduled', `now() - interval '400 seconds', null, null, null`)
  await issue('scheduled', `now() - interval '900 seconds', 'Why', null, null`)
  await issue('paused', `null, null, now(), 1`)

  expect(await values('backup_schedule')).toEqual({ daily: 1, other: 0, undecided: 0 })
  expect(await read(createDatabaseMetrics(sql), 'backup_last_success_timestamp_seconds')).toEqual([
    { value: Date.parse('2026-01-02') / 1000 },
  ])
  expect(await read(createDatabaseMetrics(sql), 'backup_failing')).toEqual([{ value: 1 }])
  expect(await values('webhooks')).toEqual({ failing: 1, switched_off: 0 })
  expect(await values('news_feeds')).toEqual({ failing: 1 })
  expect(await values('newsletter_issues')).toMatchObject({ paused: 1, held: 1 })
  const { newsletter } = await values('overdue_seconds')
  expect(newsletter).toBeGreaterThanOrEqual(400)
  expect(newsletter).toBeLessThan(500)
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
  const waits = (await read(registry, 'queue_oldest_seconds')).filter(({ value }) => value > 0)
  expect(waits).toEqual([{ job: 'seed-demo-issues', value: expect.any(Number) }])
  expect(waits[0]?.value).toBeGreaterThanOrEqual(300)
  const known = (await read(registry, 'queue_jobs')) as { job: string; state: string; value: number }[]
  expect(known.filter(({ value }) => value > 0)).toEqual([
    { job: 'seed-demo-issues', state: 'created', value: 1 },
  ])
  expect(known).toContainEqual({ job: 'make-backup', state: 'failed', value: 0 })
})

test('the database is asked once in ten seconds, and what it does not answer is absent', async () => {
  let at = 0
  const registry = createDatabaseMetrics(sql, { now: () => at })
  const before = await read(registry, 'mail_deliveries')
  await sql`delete from public.mail_deliveries`
  at += 9_999
  expect(await read(registry, 'mail_deliveries')).toEqual(before)
  at += 1
  expect((await read(registry, 'mail_deliveries')).map(({ value }) => value)).toEqual([0, 0, 0, 0, 0])
  await database.cut()
  at += 10_000
  expect(await read(registry, 'database_bytes')).toEqual([])
  await database.restore()
})
