import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendNewsletterIssueJob } from '#server/features/newsletter/jobs.ts'
import {
  resendUncertain,
  resumeSending,
  retryFailed,
} from '#server/features/newsletter/send/control-sending.ts'
import { readProgress } from '#server/features/newsletter/send/sending-progress.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import {
  openSending,
  recipients,
  SENDING_TIMEOUT,
} from '#server/features/newsletter/send/testing/open-sending.ts'
import { endFault, hasFault } from '#server/platform/faults/faults.ts'
import { createLog } from '#server/platform/log.ts'
import { reportingFaults } from '#server/platform/mail/live-mail.ts'
import { MailError, type MailTransport } from '#server/platform/mail/mail.ts'
import type { SinkBehaviour } from '../../../../tests/mocks/mail-sink.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../../../../tests/support/newsletter-issues.ts'

const sending = await openSending()
const { database, sql, startSenders, statusOf } = sending
afterAll(() => sending.stop())
beforeEach(() => sending.reset())

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

test('mail-refused-while-sending: a recipient that the server refuses while sending is treated like a report of that', async () => {
  const answers: [string, number, string][] = [
    ['unknown', 550, '5.1.1 User unknown'],
    ['lines', 550, '5.1.1 The account that you tried to reach\r\n550 5.1.1 does not exist'],
    ['unavailable', 550, 'mailbox unavailable'],
    ['full', 552, '5.2.2 Mailbox full'],
    ['policy', 550, '5.7.1 Blocked by policy'],
    ['fullfornow', 452, '4.2.2 Mailbox full'],
    ['later', 451, '4.7.1 Try again later'],
  ]
  await sql`
    insert into public.newsletter_subscribers (email, confirmed)
    select name || '@example.org', true from unnest(${answers.map(([name]) => name)}::text[]) as name`
  const { sink, deps } = await startSenders()
  sink.behave(({ to }) => {
    const [, code = 0, text = ''] = answers.find(([name]) => to.startsWith(`${name}@`)) ?? []
    return code === 0 ? { kind: 'accept' } : { kind: 'refuse', at: 'rcpt', code, text }
  })
  const first = await addApprovedIssue(sql)
  await startSending(deps, first.id, null)
  await expect
    .poll(async () => (await countDeliveries(sql, first.id)).counts, SENDING_TIMEOUT)
    .toEqual({ failed: 5, pending: 2 })
  const listed = () => sql<{ name: string; faults: string[] | null; status: string; active: boolean }[]>`
    select split_part(delivery.email, '@', 1) as name, delivery.status, subscriber.is_active as active,
      (select array_agg(fault) from private.newsletter_bounces where delivery_id = delivery.id) as faults
    from public.newsletter_deliveries as delivery join public.newsletter_subscribers as subscriber on subscriber.id = subscriber_id
    where issue_id = ${first.id} order by delivery.id`
  const by = async () => new Map((await listed()).map(({ name, ...row }) => [name, row]))
  await expect.poll(async () => (await by()).get('policy')?.faults, SENDING_TIMEOUT).toEqual(['policy'])
  await expect.poll(async () => (await by()).get('lines')?.faults, SENDING_TIMEOUT).toEqual(['gone'])
  const known = await by()
  const gone = { faults: ['gone'], status: 'failed', active: false }
  expect(known.get('unknown')).toEqual(gone)
  expect(known.get('lines')).toEqual(gone)
  expect(known.get('full')).toEqual({ faults: ['full'], status: 'failed', active: true })
  expect(known.get('policy')).toEqual({ faults: ['policy'], status: 'failed', active: true })
  for (const name of ['fullfornow', 'later'])
    expect(known.get(name)).toEqual({ faults: null, status: 'pending', active: true })
  const [suppressed] = await sql<[{ count: number }]>`
    select count(*)::int as count from private.suppressed_addresses where reason = 'bounced'`
  expect(suppressed.count).toBe(2 + (known.get('unavailable')?.active ? 0 : 1))
  const reasons = await sql<{ reason: string }[]>`
    select reason from public.newsletter_deliveries where status = 'failed' and reason like '%User unknown%'`
  expect(reasons).toHaveLength(1)
  const second = await addApprovedIssue(sql)
  await startSending(deps, second.id, null)
  const [asked] = await sql<[{ count: number }]>`
    select count(*)::int as count from public.newsletter_deliveries
    where issue_id = ${second.id} and email in ('unknown@example.org', 'lines@example.org')`
  expect(asked.count).toBe(0)
})

test.each([
  { taken: 0, active: 30 },
  { taken: 1, active: 1 },
])(
  'a server that knows nobody ends subscriptions only if it takes others: $taken',
  async ({ taken, active }) => {
    await addReaders(sql, 30)
    const { id } = await addApprovedIssue(sql)
    const { sink, deps } = await startSenders()
    sink.behave(({ to }) =>
      /-7@/.test(to) && taken
        ? { kind: 'accept' }
        : { kind: 'refuse', at: 'rcpt', code: 550, text: '5.1.1 User unknown in relay recipient table' },
    )
    await startSending(deps, id, null)
    await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
    expect((await countDeliveries(sql, id)).counts).toMatchObject({ failed: 30 - taken })
    await expect
      .poll(() => sql`select from public.newsletter_subscribers where is_active`, SENDING_TIMEOUT)
      .toHaveLength(active)
    expect(await sql`select from private.suppressed_addresses`).toHaveLength(30 - active)
  },
)

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

test('uncertain messages are sent again when an administrator says so: those that were selected, then all others', async () => {
  await addReaders(sql, 10)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave(({ to }) => (/-(4|5|6)@/.test(to) ? { kind: 'drop', at: 'end' } : { kind: 'accept' }))
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('sent')
  const uncertain = await sql<{ id: number; email: string }[]>`
    select id::int, email from public.newsletter_deliveries where status = 'uncertain' order by email`
  expect(uncertain.map(({ email }) => email)).toEqual([4, 5, 6].map((n) => `reader-${n}@example.org`))
  await sql`update public.newsletter_subscribers set is_active = false where email = 'reader-6@example.org'`
  sink.behave({ kind: 'accept' })
  const before = sink.receipts.length
  const selected = { issueId: id, actor: null, deliveryIds: uncertain.slice(0, 1).map((row) => row.id) }
  expect(await resendUncertain(deps, selected)).toEqual({ status: 'done' })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(sink.receipts.slice(before).map(({ to }) => to)).toEqual(['reader-4@example.org'])
  expect(await resendUncertain(deps, selected)).toMatchObject({ status: 'refused' })
  expect(await resendUncertain(deps, { issueId: id, actor: null })).toEqual({ status: 'done' })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(recipients({ receipts: sink.receipts.slice(before) })).toEqual([
    'reader-4@example.org',
    'reader-5@example.org',
  ])
  // A recipient who has left since gets nothing, and stays uncertain.
  expect(await countDeliveries(sql, id)).toMatchObject({
    counts: { sent: 9, uncertain: 1 },
    isComplete: true,
  })
  expect(await resendUncertain(deps, { issueId: id, actor: null })).toMatchObject({ status: 'refused' })
  const events = await sql`select event, reason from public.newsletter_issue_events where event = 'resent'`
  expect(events).toEqual([
    { event: 'resent', reason: '1 possibly sent' },
    { event: 'resent', reason: '1 possibly sent' },
  ])
  expect(
    await sql`
    select action, details from public.audit_log where subject_id = ${id} and action = 'resend_newsletter'`,
  ).toEqual([
    { action: 'resend_newsletter', details: { messages: 1 } },
    { action: 'resend_newsletter', details: { messages: 1 } },
  ])
})

test('an issue of which each message has an outcome ends, although the mail server is away by then', async () => {
  await addReaders(sql, 3)
  const { id } = await addApprovedIssue(sql)
  const away = (kind: 'permanent' | 'temporary') => async () => {
    throw new MailError(kind, 'It is away', { isTransportProblem: true })
  }
  const wrap = (transport: MailTransport): MailTransport => ({
    ...transport,
    send: away('permanent'),
    verify: away('temporary'),
  })
  const { deps } = await startSenders({ wrap })
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { failed: 3 }, isComplete: true })
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
  await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
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

test('a mail server that goes away is a fault with a name, which is over when it is back, and nobody gets two copies', async () => {
  onTestFinished(() => endFault('mail'))
  await addReaders(sql, 150)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders({ wrap: reportingFaults })
  sink.behave({ kind: 'accept', afterMs: 20 })
  await startSending(deps, id, null)
  await vi.waitUntil(() => sink.receipts.length > 20, SENDING_TIMEOUT)
  sink.behave({ kind: 'drop', at: 'rcpt' })
  sink.cut()
  const isWaiting = async () => {
    // It was sent to within the last minute.
    await sql`update public.newsletter_deliveries set settled_at = now() - interval '2 minutes' where status = 'sent'`
    await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
    return (await readProgress(sql, id))?.waiting?.reason
  }
  await expect.poll(isWaiting, SENDING_TIMEOUT).toBeTruthy()
  expect(hasFault('mail')).toBe(true)
  expect(await countDeliveries(sql, id)).toMatchObject({ status: 'sending', isComplete: true })
  sink.behave({ kind: 'accept' })
  await expect
    .poll(async () => {
      await sql`update public.newsletter_deliveries set due_at = now() where status = 'pending' and due_at > now()`
      await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
      return statusOf(id)
    }, SENDING_TIMEOUT)
    .toBe('sent')
  expect(hasFault('mail')).toBe(false)
  const { counts } = await countDeliveries(sql, id)
  expect((counts.sent ?? 0) + (counts.uncertain ?? 0)).toBe(150)
  expect(new Set(recipients(sink)).size).toBe(sink.receipts.length)
})

test('of a tenth of the answers that are bad, each address ends with exactly one copy, or with an honest state', async () => {
  const faults: SinkBehaviour[] = [
    { kind: 'refuse', at: 'rcpt', code: 451 },
    { kind: 'refuse', at: 'data', code: 451 },
    { kind: 'drop', at: 'rcpt' },
    { kind: 'drop', at: 'data' },
    { kind: 'drop', at: 'end' },
    // The connection hangs until the time-out.
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
      // A message that was refused for the moment is due at once.
      const due = await sql`
        update public.newsletter_deliveries set due_at = now() where status = 'pending' and due_at > now() returning id`
      if (due.length > 0) await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
      const { status, isComplete } = await countDeliveries(sql, id)
      expect(isComplete).toBe(true)
      return status
    }, SENDING_TIMEOUT)
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
  const errors: string[] = []
  const log = { ...createLog('silent'), error: (line: string) => void errors.push(line) }
  const { sink, deps } = await startSenders({ log })
  sink.behave({ kind: 'accept', afterMs: 300 })
  await startSending(deps, id, null)
  await vi.waitUntil(() => sink.receipts.length > 20, SENDING_TIMEOUT)
  await database.cut()
  // The server answers for some of them only now.
  await vi.waitUntil(
    () => errors.some((line) => line.includes('outcomes of a newsletter cannot be written')),
    SENDING_TIMEOUT,
  )
  sink.behave({ kind: 'accept' })
  await database.restore()
  await vi.waitUntil(
    () =>
      statusOf(id).then(
        (status) => status === 'sent',
        () => false,
      ),
    SENDING_TIMEOUT,
  )
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 200 }, isComplete: true })
  expect(new Set(recipients(sink)).size).toBe(200)
  expect(sink.receipts).toHaveLength(200)
})
