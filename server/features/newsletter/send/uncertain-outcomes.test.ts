import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sendNewsletterIssueJob } from '#server/features/newsletter/jobs.ts'
import { pauseSending, resumeSending } from '#server/features/newsletter/send/control-sending.ts'
import { readProgress } from '#server/features/newsletter/send/sending-progress.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { resumeNewsletters } from '#server/features/newsletter/send/supervise-sending.ts'
import {
  openSending,
  recipients,
  SENDING_TIMEOUT,
} from '#server/features/newsletter/send/testing/open-sending.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../../../../tests/support/newsletter-issues.ts'

const sending = await openSending()
const { sql, startSenders, statusOf } = sending
afterAll(() => sending.stop())
beforeEach(() => sending.reset())

test('whose mail comes back during the sending, or who complains, gets nothing more', async () => {
  await addReaders(sql, 10)
  const { id } = await addApprovedIssue(sql, { pauseAfter: 3 })
  const { sink, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('paused')
  const [first, second] = await sql<{ email: string }[]>`
    select email from public.newsletter_deliveries where status = 'pending' order by id`
  await sql`select private.record_bounce('resend', 'permanent', null, ${first?.email}, '5.1.1', null)`
  // A suppressed address of the same mailbox that belongs to no subscriber.
  await sql`
    insert into private.suppressed_addresses (address_hash, reason)
    values (private.sha256_hex(${second?.email}), 'complained')`
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 8, skipped: 2 }, isComplete: true })
  expect(recipients(sink)).not.toContain(first?.email)
  expect(recipients(sink)).not.toContain(second?.email)
})

test('who leaves or is deleted while their message is under way is counted as it went, and leaves no address', async () => {
  await addReaders(sql, 4)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave({ kind: 'accept', afterMs: 500 })
  await startSending(deps, id, null)
  await vi.waitUntil(() => sink.receipts.length === 4, SENDING_TIMEOUT)
  await sql`delete from public.newsletter_subscribers where email = 'reader-2@example.org'`
  await sql`update public.newsletter_subscribers set is_active = false where email = 'reader-3@example.org'`
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 4 }, isComplete: true })
  expect(sink.receipts).toHaveLength(4)
  const kept = await sql<
    { email: string | null }[]
  >`select email from public.newsletter_deliveries order by id`
  expect(kept.filter(({ email }) => email === null)).toHaveLength(1)
  expect(kept.map(({ email }) => email)).not.toContain('reader-2@example.org')
})

test('an address that is changed in its case after the audience was written down is still one recipient', async () => {
  await addReaders(sql, 3)
  const { id } = await addApprovedIssue(sql, { pauseAfter: 1 })
  const { sink, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id)).toBe('paused')
  await sql`update public.newsletter_subscribers set email = upper(email)`
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(recipients(sink).map((to) => to.toLowerCase())).toEqual(
    [1, 2, 3].map((number) => `reader-${number}@example.org`),
  )
})

test('as many jobs as there may be for one issue send each message once', async () => {
  await addReaders(sql, 120)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders({ count: 2 })
  sink.behave({ kind: 'accept', afterMs: 20 })
  await startSending(deps, id, null)
  for (let job = 0; job < 10; job++) await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 120 }, isComplete: true })
  expect(sink.receipts).toHaveLength(120)
  expect(new Set(recipients(sink)).size).toBe(120)
})

test('what a slow process still hands over is taken by no other one, however silent it is', async () => {
  await addReaders(sql, 30)
  const { id } = await addApprovedIssue(sql)
  const slow = await startSenders()
  slow.sink.behave({ kind: 'hang' })
  await startSending(slow.deps, id, null)
  await vi.waitUntil(() => slow.sink.receipts.length === 5, SENDING_TIMEOUT)
  await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
  const quick = await startSenders()
  await resumeNewsletters(quick.deps)
  await quick.deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await vi.waitUntil(
    async () => (await countDeliveries(sql, id)).counts.pending === undefined,
    SENDING_TIMEOUT,
  )
  await slow.stop()
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
  const all = [...recipients(slow.sink), ...recipients(quick.sink)]
  expect(new Set(all).size).toBe(all.length)
  const { counts, isComplete } = await countDeliveries(sql, id)
  expect(isComplete).toBe(true)
  expect((counts.sent ?? 0) + (counts.uncertain ?? 0)).toBe(30)
  const sent = await sql<{ email: string }[]>`
    select email from public.newsletter_deliveries where status = 'sent'`
  expect(sent.filter(({ email }) => !all.includes(email))).toEqual([])
})

test('pauses that race with claims leave no message that was handed over without a mark', async () => {
  await addReaders(sql, 200)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders({ count: 2 })
  sink.behave({ kind: 'accept', afterMs: 5 })
  await startSending(deps, id, null)
  for (let round = 1; round <= 5; round++) {
    await vi.waitUntil(
      async () => sink.receipts.length >= round * 20 || (await statusOf(id)) === 'sent',
      SENDING_TIMEOUT,
    )
    await pauseSending(deps, { issueId: id, actor: null })
    await expect
      .poll(async () => (await countDeliveries(sql, id)).counts.sending, SENDING_TIMEOUT)
      .toBeUndefined()
    const { counts, isComplete } = await countDeliveries(sql, id)
    expect(isComplete).toBe(true)
    expect(counts.sent).toBe(sink.receipts.length)
    await resumeSending(deps, { issueId: id, actor: null })
  }
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
  expect(sink.receipts).toHaveLength(200)
  expect(new Set(recipients(sink)).size).toBe(200)
})

test('a server that has had enough in the middle gets each message once, later', async () => {
  await addReaders(sql, 60)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave(({ number }) =>
    number > 20 && number <= 22 ? { kind: 'refuse', at: 'rcpt', code: 421 } : { kind: 'accept' },
  )
  await startSending(deps, id, null)
  await expect
    .poll(async () => {
      const due = await sql`
        update public.newsletter_deliveries set due_at = now() where status = 'pending' and due_at > now() returning id`
      if (due.length > 0) await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
      return statusOf(id)
    }, SENDING_TIMEOUT)
    .toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 60 }, isComplete: true })
  expect(sink.receipts).toHaveLength(60)
  expect(new Set(recipients(sink)).size).toBe(60)
})

test('a server that greylists all recipients gets each message once in the end', async () => {
  await addReaders(sql, 12)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  const met = new Set<string>()
  sink.behave(({ to }) => {
    if (met.has(to)) return { kind: 'accept' }
    met.add(to)
    return { kind: 'refuse', at: 'rcpt', code: 450 }
  })
  await startSending(deps, id, null)
  const refused = () =>
    sql`select from public.newsletter_deliveries where status = 'pending' and attempts = 1`
  await expect.poll(async () => (await refused()).length, SENDING_TIMEOUT).toBe(12)
  expect(await statusOf(id)).toBe('sending')
  await sql`update public.newsletter_deliveries set due_at = now()`
  await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
  expect(sink.receipts).toHaveLength(12)
})

test('with a mail server that is not there nothing counts as sent, and the issue waits for it, with the reason', async () => {
  await addReaders(sql, 30)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  await sink.close()
  await startSending(deps, id, null)
  const waiting = async () => (await readProgress(sql, id))?.waiting?.reason
  await expect.poll(waiting, SENDING_TIMEOUT).toMatch(/^The mail server cannot be reached/)
  await expect
    .poll(() => countDeliveries(sql, id), SENDING_TIMEOUT)
    .toEqual({ status: 'sending', counts: { pending: 30 }, isComplete: true })
  // No attempt counts of a message that the server was never told of, once it is given back.
  await expect
    .poll(() => sql`select from public.newsletter_deliveries where attempts > 0`, SENDING_TIMEOUT)
    .toEqual([])
})

test('an issue without a heartbeat for a while, as in a restored backup, waits until an administrator resumes it', async () => {
  await addReaders(sql, 6)
  const { id } = await addApprovedIssue(sql, { pauseAfter: 2 })
  const { sink, deps } = await startSenders()
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('paused')
  const asBefore = async (minutes: number) => {
    await sql`update private.newsletter_watch set seen_at = now() - make_interval(mins => ${minutes})`
    await sql`update public.newsletter_issue_events set happened_at = now() - make_interval(mins => ${minutes})`
    await sql`update public.newsletter_issues set status = 'sending', pause_after = null, held_reason = null`
  }
  await asBefore(16)
  await deps.queue.enqueue(sendNewsletterIssueJob, { issueId: id })
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('paused')
  await asBefore(16)
  await resumeNewsletters(deps)
  expect(await countDeliveries(sql, id)).toMatchObject({ status: 'paused', counts: { sent: 2, pending: 4 } })
  const [issue] = await sql`select held_reason from public.newsletter_issues`
  expect(issue?.held_reason).toMatch(/^Nothing has worked on it for more than 15 minutes/)
  expect(sink.receipts).toHaveLength(2)
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
  expect(sink.receipts).toHaveLength(6)
})

test('a connection to the database that dies between the hand-over and its mark costs no message and sends none twice', async () => {
  await addReaders(sql, 80)
  const { id } = await addApprovedIssue(sql)
  let handedOver = 0
  const ending: Promise<unknown>[] = []
  const wrap = (transport: MailTransport): MailTransport => ({
    ...transport,
    async send(mail, options) {
      await transport.send(mail, options)
      handedOver += 1
      if (handedOver % 20 === 0)
        ending.push(
          sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name = 'ai-watch'`.catch(
            () => {},
          ),
        )
    },
  })
  const { sink, deps } = await startSenders({ wrap })
  onTestFinished(async () => void (await Promise.all(ending)))
  await startSending(deps, id, null)
  await vi.waitUntil(
    () =>
      statusOf(id).then(
        (status) => status === 'sent',
        () => false,
      ),
    SENDING_TIMEOUT,
  )
  const { counts, isComplete } = await countDeliveries(sql, id)
  expect(isComplete).toBe(true)
  expect(counts).toEqual({ sent: 80 })
  expect(sink.receipts).toHaveLength(80)
  expect(new Set(recipients(sink)).size).toBe(80)
})
