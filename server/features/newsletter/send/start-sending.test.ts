import { afterAll, beforeEach, expect, test } from 'vitest'
import { wallTimeAt } from '#core/domain/zoned-time.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { rehearseIssue } from '#server/features/newsletter/approve/rehearse-issue.ts'
import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import { DUE, openScheduler, SUNDAY } from '#server/features/newsletter/schedule/testing/open-scheduler.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { addIssue, readIssueRow } from '../../../../tests/support/issues.ts'

const clock = await openScheduler()
const { sql, services, actor, approve, addScheduled, follow } = clock
afterAll(() => clock.stop())
beforeEach(() => clock.reset())

const today = () => wallTimeAt(new Date(), 'Europe/Zurich').date

test('an issue that was approved days ago, without a time, has the address of the day on which it is sent', async () => {
  const issueId = await addIssue(sql, { articles: [clock.harbour] })
  const { revision } = await readIssueRow(sql, issueId)
  const approval = { issueId, revision, accepted: [], sendAt: null, pauseAfter: null, actor }
  const now = new Date('2026-10-03T12:00:00Z')
  expect(await approveIssue(services, approval, { now })).toMatchObject({ slug: '2026-10-03' })
  const rehearsal = await rehearseIssue(services, { issueId, actor })
  expect(await startSending(services, issueId, actor)).toMatchObject({ isFirst: true })
  expect((await readIssueRow(sql, issueId)).slug).toBe(today())
  expect(await verifySeal(sql, services, issueId)).toEqual({ intact: true })
  // What was rehearsed had the address of that day, too.
  expect((await rehearseIssue(services, { issueId, actor }))?.digest).toBe(rehearsal?.digest)
})

test('an issue that is sent before its time has the address of that day, and a number where it is taken', async () => {
  const first = await addScheduled()
  const second = await addIssue(sql, { articles: [clock.harbour], subject: 'Another one' })
  await approve(second, { sunday: SUNDAY }, undefined, [first])
  for (const issueId of [first, second])
    await startSending(services, issueId, actor, { alongside: [first, second] })
  const slugs = [await readIssueRow(sql, first), await readIssueRow(sql, second)].map(({ slug }) => slug)
  expect(slugs).toEqual([today(), `${today()}-2`])
})

test('an issue that goes out at its time keeps the address of its Sunday, and so does one that is under way', async () => {
  const issueId = await addScheduled()
  await follow(DUE)
  expect(await readIssueRow(sql, issueId)).toMatchObject({ status: 'sending', slug: SUNDAY })
  await startSending(services, issueId, actor)
  expect((await readIssueRow(sql, issueId)).slug).toBe(SUNDAY)
})

test('an issue with a broken seal gets no new one by being sent', async () => {
  const issueId = await addIssue(sql, { articles: [clock.harbour] })
  await approve(issueId, null, '2026-10-03T12:00:00Z')
  await sql`update public.articles set title = 'Changed' where id = ${clock.harbour}`
  expect(await startSending(services, issueId, actor)).toMatchObject({ status: 'refused' })
  expect(await readIssueRow(sql, issueId)).toMatchObject({ status: 'approved', slug: '2026-10-03' })
  expect(await verifySeal(sql, services, issueId)).toMatchObject({ intact: false })
})
