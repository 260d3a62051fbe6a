import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { cancelSending, resumeSending } from '#server/features/newsletter/send/control-sending.ts'
import { sendContent } from '#server/features/newsletter/send/send-content.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { resumeNewsletters } from '#server/features/newsletter/send/supervise-sending.ts'
import { createAdministrator } from '../support/accounts.ts'
import { createTestDatabase } from '../support/database.ts'
import { emptyTables } from '../support/empty-tables.ts'
import { listNotices } from '../support/issues.ts'
import { startTestJobs, untilJobsAreDone } from '../support/jobs.ts'
import { addApprovedIssue, addReaders, countDeliveries } from '../support/newsletter-issues.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await emptyTables(sql, 'public.newsletter_issues, public.newsletter_subscribers, public.outbox_mails')
  await sql`truncate private.newsletter_batches`
  await sql`delete from pgboss.job where name like '%newsletter%'`
})

async function startProcess({ works = true } = {}) {
  const jobs = await startTestJobs(database, { works })
  onTestFinished(() => jobs.stop())
  return jobs.services
}

const statusOf = async (id: string) => (await countDeliveries(sql, id)).status

/** Lists the recipients who got more than one mail, and their number. */
const mailedTwice = () =>
  sql`select recipient, count(*)::int from public.outbox_mails group by recipient having count(*) > 1`

const CALL = { subject: 'The week in AI', content: '<p>What happened.</p>', again: false, actor: null }

test('a sending that was given up half-way is not begun anew by the same call', async () => {
  await addReaders(sql, 5)
  const services = await startProcess({ works: false })
  const first = await sendContent(services, CALL)
  expect(first).toMatchObject({ status: 'begun', isFirst: true })
  const issueId = first.issueId ?? ''
  await sql`update public.newsletter_issues set pause_after = 2 where id = ${issueId}`
  const working = await startTestJobs(database)
  onTestFinished(() => working.stop())
  await expect.poll(() => statusOf(issueId)).toBe('paused')
  expect(await cancelSending(services, { issueId, actor: null })).toEqual({ status: 'done' })
  expect(await sendContent(services, CALL)).toEqual({
    status: 'refused',
    reason: 'The newsletter has been cancelled.',
    issueId,
  })
  await untilJobsAreDone(sql)
  expect(await mailedTwice()).toEqual([])
  expect(await sql`select from public.newsletter_issues`).toHaveLength(1)
})

test('“again” that is pressed twice sends once more, and not twice', async () => {
  await addReaders(sql, 3)
  const services = await startProcess()
  const first = await sendContent(services, CALL)
  await expect.poll(() => statusOf(first.issueId ?? '')).toBe('sent')
  const presses = await Promise.all([1, 2, 3].map(() => sendContent(services, { ...CALL, again: true })))
  expect(presses.filter((press) => press.status === 'begun' && press.isFirst)).toHaveLength(1)
  await untilJobsAreDone(sql)
  expect(
    await sql`select recipient, count(*)::int from public.outbox_mails group by 1 having count(*) > 2`,
  ).toEqual([])
})

test('a sending that no process has worked on for long, as after a backup was restored, waits for a decision', async () => {
  await createAdministrator(sql, 'nora@example.org', 'correct horse battery')
  await addReaders(sql, 4)
  const { id } = await addApprovedIssue(sql)
  const services = await startProcess({ works: false })
  await startSending(services, id, null, { intoOutbox: true })
  await sql`update public.newsletter_issues set started_at = now() - interval '3 days' where id = ${id}`
  await sql`update public.newsletter_issue_events set happened_at = now() - interval '3 days'`
  const working = await startTestJobs(database)
  onTestFinished(() => working.stop())
  await expect.poll(() => statusOf(id)).toBe('paused')
  expect(await sql`select from public.outbox_mails where recipient like 'reader-%'`).toEqual([])
  const [held] = await sql`select held_reason from public.newsletter_issues`
  expect(held?.held_reason).toMatch(/backup/)
  expect(await listNotices(sql)).toEqual(['held'])
  expect(await resumeSending(services, { issueId: id, actor: null })).toEqual({ status: 'done' })
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await mailedTwice()).toEqual([])
  expect(await sql`select from public.outbox_mails where recipient like 'reader-%'`).toHaveLength(4)
})

test('a sending on which a process works goes on, however long ago it was started', async () => {
  await addReaders(sql, 1)
  const { id } = await addApprovedIssue(sql)
  const services = await startProcess({ works: false })
  await startSending(services, id, null, { intoOutbox: true })
  await sql`update public.newsletter_issues set started_at = now() - interval '20 hours' where id = ${id}`
  await sql`update public.newsletter_issue_events set happened_at = now() - interval '20 hours'`
  await sql`insert into private.newsletter_watch (issue_id) values (${id})`
  const working = await startTestJobs(database)
  onTestFinished(() => working.stop())
  await expect.poll(() => statusOf(id)).toBe('sent')
  expect(await sql`select from public.outbox_mails`).toHaveLength(1)
})

test('a recipient of a batch that no process knows any more does not keep an issue in sending for ever', async () => {
  await addReaders(sql, 2)
  const { id } = await addApprovedIssue(sql)
  const services = await startProcess({ works: false })
  await startSending(services, id, null, { intoOutbox: true })
  await sql`select private.claim_newsletter_deliveries(${id}, gen_random_uuid(), 'outbox', 0, 1)`
  await sql`delete from private.newsletter_batches`
  await sql`update public.newsletter_deliveries set status = 'sent', settled_at = now() where status = 'pending'`
  await resumeNewsletters(services)
  expect(await countDeliveries(sql, id)).toEqual({
    status: 'sent',
    counts: { sent: 1, uncertain: 1 },
    isComplete: true,
  })
})
