import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { resumeNewsletters } from '#server/jobs/handlers/resume-newsletters.ts'
import { createLog } from '#server/log.ts'
import type { MailTransport } from '#server/mail/mail.ts'
import {
  cancelSending,
  pauseSending,
  resumeSending,
  retryFailed,
} from '#server/newsletter/send/control-sending.ts'
import { readProgress } from '#server/newsletter/send/read-progress.ts'
import { startSending } from '#server/newsletter/send/start-sending.ts'
import type { SinkBehaviour } from '../../../tests/mocks/mail-sink.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { startTestJobs } from '../../../tests/support/jobs.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../../../tests/support/newsletter-issues.ts'
import { startSmtpSenders } from '../../../tests/support/smtp-senders.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate public.newsletter_issues, public.newsletter_subscribers, public.settings cascade`
  await sql`truncate private.newsletter_batches, private.newsletter_paces, private.newsletter_quotas`
  await sql`delete from pgboss.job where name like '%newsletter%'`
})

const PATIENT = { timeout: 100_000 }

const startSenders = (options?: Parameters<typeof startSmtpSenders>[1]) => startSmtpSenders(database, options)

const recipients = ({ receipts }: { receipts: { to: string }[] }) => receipts.map(({ to }) => to).toSorted()
const statusOf = async (id: string) => (await countDeliveries(sql, id)).status

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

test('nobody to send to, no approval, a hold: nothing is started', async () => {
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
  await vi.waitUntil(() => sink.receipts.length > 20, PATIENT)
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

test('what a server refuses for good has failed, and only that is tried again', async () => {
  await addReaders(sql, 20)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave(({ to }) =>
    /-(3|7)@/.test(to) ? { kind: 'refuse', at: 'rcpt', code: 550 } : { kind: 'accept' },
  )
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 18, failed: 2 }, isComplete: true })
  const progress = await readProgress(sql, id)
  expect(progress).toMatchObject({
    audience: 20,
    counts: { sent: 18, failed: 2, pending: 0, sending: 0, uncertain: 0, skipped: 0 },
    secondsLeft: null,
    reasons: [{ status: 'failed', count: expect.any(Number), reason: expect.stringContaining('550') }],
  })
  sink.behave({ kind: 'accept' })
  expect(await retryFailed(deps, { issueId: id, actor: null })).toEqual({ status: 'done' })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 20 }, isComplete: true })
  expect(recipients(sink)).toHaveLength(20)
  expect(new Set(recipients(sink)).size).toBe(20)
  expect(await retryFailed(deps, { issueId: id, actor: null })).toMatchObject({ status: 'refused' })
  const events = await sql`select event, reason from public.newsletter_issue_events order by id`
  expect(events).toEqual([
    { event: 'sending', reason: null },
    { event: 'sent', reason: '2 failed, 18 sent' },
    { event: 'retried', reason: '2 failed' },
    { event: 'sending', reason: null },
    { event: 'sent', reason: '20 sent' },
  ])
})

test('a message without an answer is uncertain, and is not sent again', async () => {
  await addReaders(sql, 10)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave(({ to }) => (/-4@/.test(to) ? { kind: 'drop', at: 'end' } : { kind: 'accept' }))
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({
    counts: { sent: 9, uncertain: 1 },
    isComplete: true,
  })
  expect(sink.receipts).toHaveLength(10)
})

test('a message that is refused for the moment is tried again when it is due', async () => {
  await addReaders(sql, 10)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave(({ to }) => (/-4@/.test(to) ? { kind: 'refuse', at: 'rcpt', code: 451 } : { kind: 'accept' }))
  await startSending(deps, id, null)
  await expect.poll(async () => (await countDeliveries(sql, id)).counts).toEqual({ sent: 9, pending: 1 })
  const [waiting] = await sql`
    select attempts, due_at > now() + interval '30 seconds' as waits, reason from public.newsletter_deliveries where status = 'pending'`
  expect(waiting).toEqual({ attempts: 1, waits: true, reason: expect.stringContaining('451') })
  expect((await readProgress(sql, id))?.nextTryAt).not.toBeNull()
  sink.behave({ kind: 'accept' })
  await sql`update public.newsletter_deliveries set due_at = now() where status = 'pending'`
  await deps.queue.enqueue('send-newsletter-issue', { issueId: id })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(sink.receipts).toHaveLength(10)
})

test('with a login that is refused nothing counts as sent, and the issue is paused with a clear message', async () => {
  await addReaders(sql, 40)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders({ login: 'nora:wrong@' })
  sink.behave({ kind: 'refuse', at: 'auth', code: 535 })
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('paused')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { pending: 40 }, isComplete: true })
  const [issue] = await sql`select held_reason from public.newsletter_issues`
  expect(issue?.held_reason).toMatch(/^No newsletter can leave right now: The mail server refuses our login/)
  sink.behave({ kind: 'accept' })
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(new Set(recipients(sink)).size).toBe(40)
})

test('of a tenth of the answers that are bad, each address ends with exactly one copy, or with an honest state', async () => {
  const faults: SinkBehaviour[] = [
    { kind: 'refuse', at: 'rcpt', code: 451 },
    { kind: 'refuse', at: 'data', code: 451 },
    { kind: 'drop', at: 'rcpt' },
    { kind: 'drop', at: 'data' },
    { kind: 'drop', at: 'end' },
    // Until the time-out.
    { kind: 'hang' },
  ]
  await addReaders(sql, 600)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders({ count: 2, socketTimeoutMs: 1_000 })
  sink.behave(
    ({ number }) => (number % 10 === 0 && faults[(number / 10) % faults.length]) || { kind: 'accept' },
  )
  await startSending(deps, id, null)
  await expect
    .poll(async () => {
      // What was refused for the moment is due at once.
      const due = await sql`
        update public.newsletter_deliveries set due_at = now() where status = 'pending' and due_at > now() returning id`
      if (due.length > 0) await deps.queue.enqueue('send-newsletter-issue', { issueId: id })
      const { status, isComplete } = await countDeliveries(sql, id)
      expect(isComplete).toBe(true)
      return status
    }, PATIENT)
    .toBe('sent')
  const { counts } = await countDeliveries(sql, id)
  expect((counts.sent ?? 0) + (counts.uncertain ?? 0)).toBe(600)
  expect(counts.uncertain).toBeGreaterThan(5)
  const copies = Map.groupBy(sink.receipts, ({ to }) => to)
  expect([...copies].filter(([, list]) => list.length > 1)).toEqual([])
  const sent = await sql<
    { email: string }[]
  >`select email from public.newsletter_deliveries where status = 'sent'`
  expect(sent.filter(({ email }) => !copies.has(email))).toEqual([])
})

test('a database that is away during the hand-over gets the outcomes when it is back', async () => {
  await addReaders(sql, 200)
  const { id } = await addApprovedIssue(sql)
  const warnings: string[] = []
  const log = { ...createLog('silent'), warn: (line: string) => void warnings.push(line) }
  const { sink, deps } = await startSenders({ log })
  sink.behave({ kind: 'accept', afterMs: 300 })
  await startSending(deps, id, null)
  await vi.waitUntil(() => sink.receipts.length > 20, PATIENT)
  await database.cut()
  // The server answers for some of them only now.
  await vi.waitUntil(() => warnings.some((line) => line.includes('ledger cannot be written')), PATIENT)
  sink.behave({ kind: 'accept' })
  await database.restore()
  await vi.waitUntil(
    () =>
      statusOf(id).then(
        (status) => status === 'sent',
        () => false,
      ),
    PATIENT,
  )
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 200 }, isComplete: true })
  expect(new Set(recipients(sink)).size).toBe(200)
  expect(sink.receipts).toHaveLength(200)
})

test('a process that ends gives back what it has claimed, and another one goes on', async () => {
  await addReaders(sql, 200)
  const { id } = await addApprovedIssue(sql)
  const first = await startSenders()
  first.sink.behave({ kind: 'accept', afterMs: 100 })
  await startSending(first.deps, id, null)
  await vi.waitUntil(() => first.sink.receipts.length > 20, PATIENT)
  await first.stop()
  const { counts, isComplete } = await countDeliveries(sql, id)
  expect(isComplete).toBe(true)
  expect(counts.sending).toBeUndefined()
  expect((counts.sent ?? 0) + (counts.uncertain ?? 0)).toBe(first.sink.receipts.length)
  const second = await startSenders()
  await second.deps.queue.enqueue('send-newsletter-issue', { issueId: id })
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
  await vi.waitUntil(() => sink.receipts.length > 20, PATIENT)
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
      // What one process gave back is used by the next shift of another.
      await deps.queue.enqueue('send-newsletter-issue', { issueId: id })
      return (await countDeliveries(sql, id)).counts
    })
    .toEqual({ sent: 80, pending: 10 })
  for (const moment of handedOver)
    expect(
      handedOver.filter((other) => other >= moment && other < moment + 1_000).length,
    ).toBeLessThanOrEqual(30)
  // An hour later.
  await sql`update private.newsletter_quotas set since = since - interval '1 hour 1 minute'`
  await deps.queue.enqueue('send-newsletter-issue', { issueId: id })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 90 }, isComplete: true })
})

test('what a dead process had claimed is uncertain, and the clock has the rest sent', async () => {
  await addReaders(sql, 20)
  const { id } = await addApprovedIssue(sql)
  const desk = await startTestJobs(database, { works: false })
  await startSending(desk.services, id, null)
  await desk.stop()
  await sql`select private.claim_newsletter_batch(${id}, 'smtp', 5)`
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
