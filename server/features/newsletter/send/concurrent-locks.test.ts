import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { cancelSending } from '#server/features/newsletter/send/control-sending.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { openSending } from '#server/features/newsletter/send/testing/open-sending.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'
import { untilSomebodyWaits } from '../../../../tests/support/lock-waits.ts'
import { addApprovedIssue, addReaders } from '../../../../tests/support/newsletter-issues.ts'

const sending = await openSending()
const { database, sql } = sending
afterAll(() => sending.stop())
beforeEach(() => sending.reset())

interface Row {
  id: string
  subscriberId: string
}

/** An issue that is being sent, while no process works on it. */
async function startIssue(readers: number) {
  await addReaders(sql, readers)
  const { id } = await addApprovedIssue(sql)
  const desk = await startTestJobs(database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
  onTestFinished(() => desk.stop())
  await startSending(desk.services, id, null)
  return { id, deps: desk.services }
}

/** An issue that is being sent, of which a process has claimed all recipients. */
async function claimAll(readers: number) {
  const { id } = await startIssue(readers)
  const batch = randomUUID()
  const rows = await sql<Row[]>`
    select id, subscriber_id as "subscriberId"
    from private.reserve_newsletter_deliveries(${id}, ${batch}, 'smtp', 0, ${readers})`
  return {
    id,
    batch,
    rows,
    /** One commit of the process: these messages were sent, and those begin. Returns the ids that may be sent. */
    async settleAndBegin({ sent = [], begin = [] }: { sent?: readonly Row[]; begin?: readonly Row[] }) {
      const begun = await sql<{ id: string }[]>`
        select private.settle_and_begin_newsletter_deliveries(
          ${id}, ${sent.map((row) => row.id)}, ${sent.map(() => batch)}, ${sent.map(() => 'sent')},
          ${sent.map(() => null)}, ${sent.map(() => null)}, '{}', ${batch}, 'smtp', ${begin.map((row) => row.id)}) as id`
      return begun.map((row) => row.id)
    },
  }
}

/** Runs `meanwhile` while a transaction that has run `work` is open. */
const whileOpen = <T>(
  work: (transaction: Session) => Promise<unknown>,
  meanwhile: (transaction: Session) => Promise<T>,
) =>
  sql.transaction(async (transaction) => {
    await work(transaction)
    return meanwhile(transaction)
  })

/** Tells whether a statement has ended, or waits for a lock. */
const endsOrWaits = (statement: Promise<unknown>) =>
  Promise.race([statement.then(() => 'ends'), untilSomebodyWaits(sql).then(() => 'waits')])

test('a recipient can be deleted while the outcome of their message is stored and the next one begins', async () => {
  const { id, rows, settleAndBegin } = await claimAll(2)
  const [first, second] = rows as [Row, Row]
  await settleAndBegin({ begin: [first] })
  const both = await whileOpen(
    (transaction) => transaction`select from public.newsletter_issues where id = ${id} for update`,
    async () => {
      const commit = settleAndBegin({ sent: [first], begin: [second] })
      await untilSomebodyWaits(sql)
      const removal = sql`delete from public.newsletter_subscribers where id = ${first.subscriberId} returning id`
      await Promise.race([removal, untilSomebodyWaits(sql, 2)])
      return [commit, removal] as const
    },
  )
  const [begun, removed] = await Promise.all(both)
  expect(begun).toEqual([second.id])
  expect(removed).toHaveLength(1)
})

test('a late outcome and an administrator who sends to uncertain recipients again do not block each other', async () => {
  const { id, rows, settleAndBegin } = await claimAll(1)
  await settleAndBegin({ begin: rows })
  await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
  await sql`select private.settle_silent_batches(60, 0, null, '{}')`
  const late = await whileOpen(
    (transaction) => transaction`select from public.newsletter_issues where id = ${id} for update`,
    async (transaction) => {
      const commit = settleAndBegin({ sent: rows })
      await untilSomebodyWaits(sql)
      await transaction`
        update public.newsletter_deliveries set status = 'pending', batch_id = null where status = 'uncertain'`
      return [commit] as const
    },
  )
  await Promise.all(late)
  expect(await statuses()).toEqual(['pending'])
})

test('the rows of a process that was believed dead are settled without those whose outcomes it is storing', async () => {
  const { batch, rows, settleAndBegin } = await claimAll(2)
  const [first] = rows as [Row, Row]
  await settleAndBegin({ begin: rows })
  await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
  await whileOpen(
    (transaction) => transaction`
      update public.newsletter_deliveries set status = 'sent' where id = ${first.id} and batch_id = ${batch}`,
    async () => {
      const settlement = sql`
        select private.settle_silent_batches(60, 0, null, '{}') + private.settle_orphaned_deliveries() as lost`
      expect(await endsOrWaits(settlement)).toBe('ends')
      expect(await settlement).toEqual([{ lost: 1 }])
    },
  )
  expect(await statuses()).toEqual(['sent', 'uncertain'])
})

test('messages begin without those whose recipients are being deleted, and do not wait for that', async () => {
  const { rows, settleAndBegin } = await claimAll(2)
  const [first, second] = rows as [Row, Row]
  const begun = await whileOpen(
    (transaction) => transaction`delete from public.newsletter_subscribers where id = ${first.subscriberId}`,
    async () => {
      const commit = settleAndBegin({ begin: [first, second] })
      expect(await endsOrWaits(commit)).toBe('ends')
      return commit
    },
  )
  expect(begun).toEqual([second.id])
})

test('what a dead process has not sent does not come back to an issue while it is being cancelled', async () => {
  const { id, deps } = await startIssue(2)
  await sql`select private.claim_newsletter_deliveries(${id}, gen_random_uuid(), 'resend', 0, 1)`
  await sql`update private.newsletter_batches set seen_at = now() - interval '2 minutes'`
  const settle = () => sql`select private.settle_silent_batches(60, 23, 'account', array['resend'])`
  const cancelled = await whileOpen(
    (transaction) =>
      transaction`select from public.newsletter_deliveries where status = 'pending' for update`,
    async () => {
      const cancellation = cancelSending(deps, { issueId: id, actor: null })
      await untilSomebodyWaits(sql)
      await settle()
      return [cancellation] as const
    },
  )
  expect(await Promise.all(cancelled)).toEqual([{ status: 'done' }])
  await settle()
  expect(await statuses()).toEqual(['skipped', 'skipped'])
})

const statuses = async () =>
  (await sql<{ status: string }[]>`select status from public.newsletter_deliveries order by id`).map(
    ({ status }) => status,
  )
