import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { resumeSending } from '#server/features/newsletter/send/control-sending.ts'
import { readProgress } from '#server/features/newsletter/send/sending-progress.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { resumeNewsletters } from '#server/features/newsletter/send/supervise-sending.ts'
import {
  openSending,
  recipients,
  SENDING_TIMEOUT,
} from '#server/features/newsletter/send/testing/open-sending.ts'
import { listEvents, listNotices } from '../../../../tests/support/issues.ts'
import { hurryJobs } from '../../../../tests/support/jobs.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../../../../tests/support/newsletter-issues.ts'

const sending = await openSending()
const { sql, startSenders, statusOf } = sending
afterAll(() => sending.stop())
beforeEach(() => sending.reset())

/** Lists the recipients without those who are mailed about the issue. */
const readersOf = (sink: Parameters<typeof recipients>[0]) =>
  recipients(sink).filter((to) => to.startsWith('reader-'))

const waitingOf = async (id: string) => (await readProgress(sql, id))?.waiting ?? null

/** Has the next run begin now. */
async function tryNow(): Promise<void> {
  await sql`
    update pgboss.job set start_after = now() where name = 'send-newsletter-issue' and state < 'active'`
  await hurryJobs(sql)
}

/** Sets the issue back, as if it had waited for so long. */
const waitedFor = (minutes: number) => sql`
  update public.newsletter_issues set waiting_since = now() - make_interval(mins => ${minutes})
  where waiting_since is not null`

/** An issue that waits for its mail server, of which some messages have been sent. */
async function startWaiting() {
  await sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at)
    values (${randomUUID()}, ${`${randomUUID()}@example.org`}, '', now())`
  await sql`insert into public.user_roles (user_id, role) select id, 'admin' from auth.users on conflict do nothing`
  await addReaders(sql, 30)
  const { id } = await addApprovedIssue(sql)
  const senders = await startSenders()
  const { sink, deps } = senders
  let taken = 0
  sink.behave(() => (++taken > 10 ? { kind: 'refuse', at: 'rcpt', code: 421 } : { kind: 'accept' }))
  await startSending(deps, id, null)
  await vi.waitUntil(() => sink.receipts.length === 10, SENDING_TIMEOUT)
  sink.limitConnections(0)
  sink.cut()
  await sql`update public.newsletter_deliveries set settled_at = now() - interval '2 minutes' where status = 'sent'`
  await vi.waitUntil(async () => {
    // A message that was refused once is tried again at once.
    await sql`update public.newsletter_deliveries set due_at = now() where status = 'pending' and due_at > now()`
    await sql`update public.newsletter_deliveries set settled_at = now() - interval '2 minutes' where status = 'sent'`
    await tryNow()
    return (await waitingOf(id))?.reason
  }, SENDING_TIMEOUT)
  return {
    ...senders,
    id,
    /** The server takes mails again. */
    comeBack() {
      sink.limitConnections(Number.POSITIVE_INFINITY)
      sink.behave({ kind: 'accept' })
    },
    ended: () =>
      expect
        .poll(async () => {
          await sql`update public.newsletter_deliveries set due_at = now() where status = 'pending' and due_at > now()`
          await tryNow()
          return statusOf(id)
        }, SENDING_TIMEOUT)
        .toBe('sent'),
    /** Every run until now has found the server away. */
    async untilTried(test: () => Promise<boolean>) {
      await vi.waitUntil(async () => {
        await tryNow()
        return test()
      }, SENDING_TIMEOUT)
    },
  }
}

test('an issue waits for a mail server that is away, tells it once when that takes minutes, and goes on by itself', async () => {
  const { id, sink, comeBack, ended, untilTried } = await startWaiting()
  expect((await waitingOf(id))?.reason).toMatch(/421/)
  expect(await statusOf(id)).toBe('sending')
  expect(await listNotices(sql)).toEqual([])
  await waitedFor(6)
  await untilTried(async () => (await listNotices(sql)).length > 0)
  await waitedFor(90)
  await tryNow()
  await vi.waitUntil(async () => {
    const [job] = await sql<{ seconds: number }[]>`
      select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
      where name = 'send-newsletter-issue' and state < 'active' order by start_after limit 1`
    return (job?.seconds ?? 0) > 240
  }, SENDING_TIMEOUT)
  expect(new Set(await listNotices(sql))).toEqual(new Set(['waiting']))
  const told = (await listNotices(sql)).length
  comeBack()
  await ended()
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 30 }, isComplete: true })
  const readers = readersOf(sink)
  expect(readers).toHaveLength(30)
  expect(new Set(readers).size).toBe(30)
  expect((await listNotices(sql)).slice(told)).toEqual(Array(told).fill('continued'))
  expect(await waitingOf(id)).toBeNull()
  expect(await listEvents(sql, id)).toEqual(['sending', 'waiting', 'continued', 'sent'])
})

test('nobody is mailed about a mail server that is back within minutes', async () => {
  const { comeBack, ended } = await startWaiting()
  comeBack()
  await ended()
  expect(await listNotices(sql)).toEqual([])
})

test('after six hours without the mail server the issue is paused', async () => {
  const { id, deps, comeBack, ended, untilTried } = await startWaiting()
  await waitedFor(6 * 60)
  await untilTried(async () => (await statusOf(id)) === 'paused')
  const progress = await readProgress(sql, id)
  expect(progress?.heldReason).toMatch(/^The mail server has accepted nothing for six hours: .*421/)
  expect(progress?.waiting).toBeNull()
  comeBack()
  expect(await resumeSending(deps, { issueId: id, actor: null })).toEqual({ status: 'done' })
  await ended()
})

test('an issue that waits is tried again although the clock was set back', async () => {
  const { id, deps, comeBack } = await startWaiting()
  const jobs = () => sql`
    select start_after > now() as "isLater" from pgboss.job
    where name = 'send-newsletter-issue' and state < 'completed'`
  await expect.poll(jobs, SENDING_TIMEOUT).toEqual([{ isLater: true }])
  await sql`
    update pgboss.job set start_after = start_after + interval '1 day' where name = 'send-newsletter-issue' and state < 'active'`
  await sql`update public.newsletter_deliveries set due_at = null where status = 'pending'`
  comeBack()
  await resumeNewsletters(deps)
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
})

test('an issue that has changed during a long wait is not sent before somebody decides', async () => {
  const { id, sink, deps, comeBack, untilTried } = await startWaiting()
  await sql`update public.newsletter_messages set subject = 'Changed since' where issue_id = ${id}`
  await waitedFor(20)
  await untilTried(async () => /^Changed since/.test((await readProgress(sql, id))?.heldReason ?? ''))
  expect(await statusOf(id)).toBe('paused')
  comeBack()
  expect(await resumeSending(deps, { issueId: id, actor: null })).toMatchObject({ status: 'refused' })
  expect(readersOf(sink)).toHaveLength(10)
})

test('a mail server that thinks about a message is waited for, and that is shown', async () => {
  await addReaders(sql, 3)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  sink.behave({ kind: 'accept', after: answered })
  await startSending(deps, id, null)
  await vi.waitUntil(() => sink.receipts.length === 3, SENDING_TIMEOUT)
  expect(await waitingOf(id)).toBeNull()
  await sql`update private.newsletter_batches set claimed_at = now() - interval '35 seconds'`
  await sql`update public.newsletter_issue_events set happened_at = now() - interval '35 seconds'`
  expect(await waitingOf(id)).toEqual({ since: expect.any(String), reason: null })
  answer()
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 3 }, isComplete: true })
})

test('mail-server-limits-connections: a server that takes three connections gets the issue over these, without anybody', async () => {
  await addReaders(sql, 150)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.limitConnections(3)
  sink.behave({ kind: 'accept', afterMs: 40 })
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
  expect(await listEvents(sql, id)).toEqual(['sending', 'sent'])
  expect(await countDeliveries(sql, id)).toMatchObject({ counts: { sent: 150 }, isComplete: true })
  expect(sink.receipts).toHaveLength(150)
  expect(sink.connections().most).toBe(3)
  expect(sink.connections().refused).toBeLessThanOrEqual(4)
})

test('a server that answers nothing to whole messages stops the issue, with the reason', async () => {
  await addReaders(sql, 40)
  const { id } = await addApprovedIssue(sql)
  const { sink, deps } = await startSenders()
  sink.behave({ kind: 'drop', at: 'end' })
  await startSending(deps, id, null)
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('paused')
  const { counts } = await countDeliveries(sql, id)
  expect(counts.uncertain).toBeLessThanOrEqual(7)
  expect((await readProgress(sql, id))?.heldReason).toMatch(/^The mail server does not say whether/)
  sink.behave({ kind: 'accept' })
  await resumeSending(deps, { issueId: id, actor: null })
  await expect.poll(() => statusOf(id), SENDING_TIMEOUT).toBe('sent')
  expect(readersOf(sink)).toHaveLength(40)
  expect(new Set(readersOf(sink)).size).toBe(40)
})
