import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendNewsletterIssueJob } from '#server/features/newsletter/jobs.ts'
import {
  cancelSending,
  pauseSending,
  resumeSending,
} from '#server/features/newsletter/send/control-sending.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { resumeNewsletters } from '#server/features/newsletter/send/supervise-sending.ts'
import {
  openSending,
  recipients,
  SENDING_TIMEOUT,
} from '#server/features/newsletter/send/testing/open-sending.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../../../../tests/support/newsletter-issues.ts'

const sending = await openSending()
const { database, sql, startSenders, statusOf } = sending
afterAll(() => sending.stop())
beforeEach(() => sending.reset())

/** The connections that an address without `maxConnections` stands for. */
const CONNECTIONS = 5

test('each recipient gets one message, in their language or else in English', async () => {
  await addReaders(sql, 60, ['en', 'de', 'fr'])
  const { id } = await addApprovedIssue(sql, { languages: ['en', 'de'] })
  const { sink, deps } = await startSenders({ count: 2 })
  expect(await startSending(deps, id, null)).toEqual({ status: 'begun', isFirst: true })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toEqual({ status: 'sent', counts: { sent: 60 }, isComplete: true })
  expect(new Set(recipients(sink)).size).toBe(60)
  expect(sink.receipts).toHaveLength(60)
  const languages = await sql`
    select delivery.language, count(*)::int from public.newsletter_deliveries as delivery group by 1 order by 1`
  expect(languages).toEqual([
    { language: 'de', count: 20 },
    { language: 'en', count: 40 },
  ])
  expect(await sql`select from private.newsletter_batches`).toEqual([])
})

test('two administrators who press send together start one run', async () => {
  await addReaders(sql, 20)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders({ count: 2 })
  const results = await Promise.all([startSending(deps, id, null), startSending(deps, id, null)])
  expect(results.filter((result) => result.status === 'begun' && result.isFirst)).toHaveLength(1)
  expect(results.filter((result) => result.status === 'begun')).toHaveLength(2)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(sink.receipts).toHaveLength(20)
  expect(await startSending(deps, id, null)).toEqual({ status: 'begun', isFirst: false })
})

test('the audience are confirmed and active people whose address is not suppressed', async () => {
  await addReaders(sql, 6)
  await sql`update public.newsletter_subscribers set confirmed = false where email = 'reader-1@example.org'`
  await sql`update public.newsletter_subscribers set is_active = false where email = 'reader-2@example.org'`
  await sql`
    insert into private.suppressed_addresses (address_hash, reason)
    values (private.sha256_hex('reader-3@example.org'), 'bounced'), (private.sha256_hex('reader-4@example.org'), 'complained')`
  await sql`update public.newsletter_subscribers set email = 'Reader-4@example.org' where email = 'reader-4@example.org'`
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(recipients(sink)).toEqual(['reader-5@example.org', 'reader-6@example.org'])
  await sql`truncate private.suppressed_addresses`
})

test('without recipients, without an approval, or on hold, nothing is started', async () => {
  const { id } = await addApprovedIssue(sql)
  const { deps } = await startSenders()
  expect(await startSending(deps, id, null)).toEqual({
    status: 'refused',
    reason: 'There are no active subscribers to send the newsletter to',
  })
  await addReaders(sql, 1)
  await sql`update public.newsletter_issues set held_reason = 'Look at it.' where id = ${id}`
  expect(await startSending(deps, id, null)).toEqual({ status: 'refused', reason: 'Look at it.' })
  const [draft] = await sql`insert into public.newsletter_issues default values returning id`
  expect(await startSending(deps, draft?.id, null)).toMatchObject({ status: 'refused' })
  expect(await sql`select from public.newsletter_deliveries`).toEqual([])
})

test('what has changed since the approval is held instead of sent', async () => {
  await addReaders(sql, 1)
  const { id } = await addApprovedIssue(sql)
  const { deps, sink } = await startSenders()
  await sql`update public.newsletter_messages set html = '<p>Something else.</p>'`
  expect(await startSending(deps, id, null)).toMatchObject({ status: 'refused' })
  const [issue] = await sql`select status, held_reason from public.newsletter_issues`
  expect(issue).toEqual({ status: 'approved', held_reason: expect.stringContaining('English message') })
  expect(sink.receipts).toEqual([])
})

test('stopped after the first 50, the rest is pending; resumed, each gets one', async () => {
  await addReaders(sql, 300)
  const { id } = await addApprovedIssue(sql, { pauseAfter: 50 })
  const { sink, deps } = await startSenders({ count: 3 })
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('paused')
  expect(sink.receipts).toHaveLength(50)
  expect(await countDeliveries(sql, id)).toEqual({
    status: 'paused',
    counts: { sent: 50, pending: 250 },
    isComplete: true,
  })
  expect(await resumeSending(deps, { issueId: id, actor: null })).toEqual({ status: 'done' })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(new Set(recipients(sink)).size).toBe(300)
  expect(sink.receipts).toHaveLength(300)
})

test('who leaves or is deleted before their turn gets nothing', async () => {
  await addReaders(sql, 30)
  const { id } = await addApprovedIssue(sql, { pauseAfter: 1 })
  const { sink, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('paused')
  const [gone, ...left] = (
    await sql<{ email: string }[]>`
      select email from public.newsletter_deliveries where status = 'pending' order by email limit 3`
  ).map(({ email }) => email)
  await sql`update public.newsletter_subscribers set is_active = false where email = any(${left}::text[])`
  await sql`delete from public.newsletter_subscribers where email = ${gone}`
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 27, skipped: 3 }, isComplete: true })
  expect(recipients(sink).filter((to) => to === gone || left.includes(to))).toEqual([])
  const skipped = await sql`
    select email, reason from public.newsletter_deliveries where status = 'skipped' order by reason, email`
  expect(skipped).toEqual([
    { email: null, reason: 'deleted' },
    ...left.map((email) => ({ email, reason: 'left' })),
  ])
})

test('a pause takes effect within the batches that are claimed, and what is cancelled is skipped', async () => {
  await addReaders(sql, 400)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave({ kind: 'accept', afterMs: 30 })
  await startSending(deps, id, null)
  await vi.waitUntil(() => sink.receipts.length > 20, SENDING_TIMEOUT)
  expect(await pauseSending(deps, { issueId: id, actor: null })).toEqual({ status: 'done' })
  await expect.poll(async () => (await countDeliveries(sql, id)).counts.sending).toBeUndefined()
  const paused = await countDeliveries(sql, id)
  expect(paused).toMatchObject({ status: 'paused', isComplete: true })
  expect(paused.counts.sent).toBe(sink.receipts.length)
  expect(paused.counts.pending).toBeGreaterThan(200)
  expect(await pauseSending(deps, { issueId: id, actor: null })).toMatchObject({ status: 'refused' })
  expect(await cancelSending(deps, { issueId: id, actor: null })).toEqual({ status: 'done' })
  const { sent } = paused.counts
  expect(await countDeliveries(sql, id)).toEqual({
    status: 'cancelled',
    counts: { sent, skipped: 400 - (sent ?? 0) },
    isComplete: true,
  })
  expect(await resumeSending(deps, { issueId: id, actor: null })).toMatchObject({ status: 'refused' })
})

test('a process that ends gives back what it has claimed, and another one goes on', async () => {
  await addReaders(sql, 200)
  const { id } = await addApprovedIssue(sql)
  const first = await startSenders()
  first.sink.behave({ kind: 'accept', afterMs: 100 })
  await startSending(first.deps, id, null)
  await vi.waitUntil(() => first.sink.receipts.length > 20, SENDING_TIMEOUT)
  await first.stop()
  const { counts, isComplete } = await countDeliveries(sql, id)
  expect(isComplete).toBe(true)
  expect(counts.sending).toBeUndefined()
  expect((counts.sent ?? 0) + (counts.uncertain ?? 0)).toBe(first.sink.receipts.length)
  const second = await startSenders()
  await second.deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await expect.poll(() => statusOf(id)).toBe('sent')
  const all = [...recipients(first.sink), ...recipients(second.sink)]
  expect(new Set(all).size).toBe(200)
  expect(all).toHaveLength(200)
})

test('an issue that is deleted meanwhile ends the work on it', async () => {
  await addReaders(sql, 200)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave({ kind: 'accept', afterMs: 30 })
  await startSending(deps, id, null)
  await vi.waitUntil(() => sink.receipts.length > 20, SENDING_TIMEOUT)
  await sql`delete from public.newsletter_issues where id = ${id}`
  await expect
    .poll(async () => {
      const [row] = await sql`
        select count(*)::int from pgboss.job where name = 'send-newsletter-issue' and state < 'completed'`
      return row?.count
    })
    .toBe(0)
  expect(sink.receipts.length).toBeLessThan(200)
})

test('the limits of a second and of an hour hold for all processes together, and are used up', async () => {
  await addReaders(sql, 90)
  await sql`insert into public.settings (key, value) values ('newsletter_rate', '{"per_second": 30, "per_hour": 80}')`
  const { id } = await addApprovedIssue(sql)
  const handedOver: number[] = []
  const wrap = (transport: MailTransport): MailTransport => ({
    ...transport,
    send(mail, options) {
      handedOver.push(performance.now())
      return transport.send(mail, options)
    },
  })
  const { deps } = await startSenders({ count: 2, wrap })
  await startSending(deps, id, null)
  await expect
    .poll(async () => {
      // The messages that one process gave back are used by the next shift of another.
      await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
      return (await countDeliveries(sql, id)).counts
    })
    .toEqual({ sent: 80, pending: 10 })
  for (const moment of handedOver)
    expect(
      handedOver.filter((other) => other >= moment && other < moment + 1_000).length,
    ).toBeLessThanOrEqual(30)
  // An hour later.
  await sql`update private.newsletter_quotas set since = since - interval '1 hour 1 minute'`
  await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 90 }, isComplete: true })
})

test('what a dead process had claimed is uncertain, and the clock has the rest sent', async () => {
  await addReaders(sql, 20)
  const { id } = await addApprovedIssue(sql)
  const desk = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
  await startSending(desk.services, id, null)
  await desk.stop()
  await sql`select private.claim_newsletter_deliveries(${id}, gen_random_uuid(), 'smtp', 0, 5)`
  await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
  await sql`delete from pgboss.job where name = 'send-newsletter-issue'`
  const { sink, deps } = await startSenders()
  await resumeNewsletters(deps)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({
    counts: { sent: 15, uncertain: 5 },
    isComplete: true,
  })
  expect(sink.receipts).toHaveLength(15)
})

test('what a dead process had claimed but not begun is sent, and does not call for runs while the process may live', async () => {
  await addReaders(sql, 20)
  const { id } = await addApprovedIssue(sql)
  const desk = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
  await startSending(desk.services, id, null)
  await desk.stop()
  await sql`select private.reserve_newsletter_deliveries(${id}, gen_random_uuid(), 'smtp', 0, 20)`
  expect(await sql`select status, due_in from private.conclude_newsletter_issue(${id})`).toEqual([
    { status: 'sending', due_in: 20 },
  ])
  await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
  await sql`delete from pgboss.job where name = 'send-newsletter-issue'`
  const { sink, deps } = await startSenders()
  await resumeNewsletters(deps)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 20 }, isComplete: true })
  expect(sink.receipts).toHaveLength(20)
})

test('never more rows are being sent than there are connections, and connections that wait share a commit', async () => {
  await addReaders(sql, 120)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  // All connections are done at the same time, so that they wait for their next message together.
  sink.behave({ kind: 'accept', afterMs: 20 })
  const most = { sending: 0 }
  await startSending(deps, id, null)
  const samples = async () => {
    const { status, counts, isComplete } = await countDeliveries(sql, id)
    expect(isComplete).toBe(true)
    most.sending = Math.max(most.sending, counts.sending ?? 0)
    return status
  }
  await expect.poll(samples, { timeout: 100_000, interval: 1 }).toBe('sent')
  expect(most.sending).toBeGreaterThan(0)
  expect(most.sending).toBeLessThanOrEqual(CONNECTIONS)
  const [commits] = await sql<[{ count: number }]>`
    select count(distinct xmin::text)::int as count from public.newsletter_deliveries where issue_id = ${id}`
  expect(commits.count).toBeLessThan(90)
})

test('claims, beginnings and outcomes look rows up, so that a plan made for few rows serves for many', async () => {
  await addReaders(sql, 200)
  const { id } = await addApprovedIssue(sql)
  const desk = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
  await startSending(desk.services, id, null)
  await desk.stop()
  const batch = randomUUID()
  await sql.transaction(async (transaction) => {
    const countScans = async () => {
      const [table] = await transaction<[{ scans: number }]>`
        select seq_scan::int as scans from pg_stat_xact_user_tables
        where relid = 'public.newsletter_deliveries'::regclass`
      return table.scans
    }
    const before = await countScans()
    const claimed = await transaction<{ id: string }[]>`
      select id from private.reserve_newsletter_deliveries(${id}, ${batch}, 'smtp', 0, 5)`
    const ids = claimed.map((row) => row.id)
    const begun = await transaction`
      select private.settle_and_begin_newsletter_deliveries(
        ${id}, '{}', '{}', '{}', '{}', '{}', '{}', ${batch}, 'smtp', ${ids})`
    expect(begun).toHaveLength(5)
    const batches = ids.map(() => batch)
    const sent = ids.map(() => 'sent')
    const none = ids.map(() => null)
    await transaction`
      select private.settle_newsletter_deliveries(${id}, ${ids}, ${batches}, ${sent}, ${none}, ${none}, '{}')`
    await transaction`select private.claim_newsletter_deliveries(${id}, gen_random_uuid(), 'smtp', 0, 5)`
    expect(await countScans()).toBe(before)
  })
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 5, sending: 5, pending: 190 } })
})

test('what was claimed in an answer that was lost is given back, and sent once', async () => {
  await addReaders(sql, 60)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  // The claim is committed, and its answer is lost with the connection.
  await sql`create sequence public.test_claims`
  await sql`
    create function public.test_lose_answer() returns trigger language plpgsql as $$
    begin
      if nextval('public.test_claims') % 7 = 0 then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return null;
    end $$`
  onTestFinished(async () => {
    await sql`drop function public.test_lose_answer cascade`
    await sql`drop sequence public.test_claims`
  })
  await sql`
    create constraint trigger test_lose_answer after update on public.newsletter_deliveries deferrable initially deferred
    for each row when (new.status = 'sending') execute function public.test_lose_answer()`
  await startSending(deps, id, null)
  await vi.waitUntil(
    () =>
      statusOf(id).then(
        (status) => status === 'sent',
        () => false,
      ),
    SENDING_TIMEOUT,
  )
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 60 }, isComplete: true })
  expect(sink.receipts).toHaveLength(60)
  expect(new Set(recipients(sink)).size).toBe(60)
})

test('a process that was only thought dead has its outcomes count', async () => {
  await addReaders(sql, 10)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave({ kind: 'accept', afterMs: 1_500 })
  await startSending(deps, id, null)
  await expect.poll(() => sink.receipts.length).toBeGreaterThan(0)
  await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
  await resumeNewsletters(deps)
  expect((await countDeliveries(sql, id)).counts.uncertain).toBeGreaterThan(0)
  await expect.poll(async () => (await countDeliveries(sql, id)).counts).toEqual({ sent: 10 })
  expect(sink.receipts).toHaveLength(10)
})
