import { afterAll, beforeEach, expect, test } from 'vitest'
import { wallTimeAt } from '#core/domain/zoned-time.ts'
import { approveIssue } from '#server/features/newsletter/approve/approve-issue.ts'
import { rehearseIssue } from '#server/features/newsletter/approve/rehearse-issue.ts'
import { verifySeal } from '#server/features/newsletter/approve/seal-issue.ts'
import {
  DUE,
  openScheduler,
  SUNDAY,
  WEDNESDAY,
} from '#server/features/newsletter/schedule/testing/open-scheduler.ts'
import { pauseSending, resumeSending, retryFailed } from '#server/features/newsletter/send/control-sending.ts'
import { startSending } from '#server/features/newsletter/send/start-sending.ts'
import { addIssue, insertArticle, readIssueRow, setSettings } from '../../../../tests/support/issues.ts'

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
  // The messages of the rehearsal had the address of that day, too.
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

const addOther = async () =>
  addIssue(sql, { articles: [await insertArticle(sql, { slug: 'other' })], subject: 'Another one' })

test.each(['goes out soon', 'went out today'])(
  'an issue that was paused for days is resumed, and its failed messages are retried, beside one that %s only after a question',
  async (when) => {
    const [paused, other] = [await addScheduled(), await addOther()]
    await startSending(services, paused, actor)
    await pauseSending(services, { issueId: paused, actor })
    await sql`update public.newsletter_issues set started_at = now() - interval '3 days' where id = ${paused}`
    await sql`update public.newsletter_deliveries set status = 'failed' where id in (select min(id) from public.newsletter_deliveries)`
    const soon = new Date(Date.now() + 3_600_000)
    await approve(other, soon, new Date().toISOString(), [paused])
    if (when.startsWith('went')) await startSending(services, other, actor, { alongside: [paused] })
    const others = [expect.objectContaining({ id: other, subject: 'Another one (en)' })]
    const control = { issueId: paused, actor }
    for (const act of [resumeSending, retryFailed]) {
      expect(await act(services, control)).toEqual({ status: 'beside', others })
      expect((await readIssueRow(sql, paused)).status).toBe('paused')
      expect(await act(services, { ...control, alongside: [other] })).toEqual({ status: 'done' })
      await pauseSending(services, control)
    }
  },
)

test.each([
  ['scheduled', 'nobody has named'],
  ['sending', 'was named when it was approved'],
])(
  'an issue that a change of the settings has moved near one that has left is %s where that %s',
  async (status, how) => {
    const left = await addOther()
    await approve(left, null, WEDNESDAY)
    await startSending(services, left, actor)
    for (const part of ["status = 'sent'", `started_at = '2026-11-28T07:00:00Z'`])
      await sql.script(`update public.newsletter_issues set ${part} where id = '${left}'`)
    const issueId = await addIssue(sql, { articles: [clock.harbour] })
    await approve(issueId, { sunday: SUNDAY }, WEDNESDAY, how.startsWith('was') ? [left] : [])
    await setSettings(services, { newsletter_time: '07:00' })
    for (const at of ['2026-11-29T05:59:00Z', '2026-11-29T06:00:00Z']) await follow(at)
    const reason =
      'Some of the same people got another issue within 24 hours: “Another one (en)” (Saturday, 28 November 2026 at 08:00 (Europe/Zurich)). Approve it again if both are meant.'
    expect(await readIssueRow(sql, issueId)).toMatchObject({
      status,
      held_reason: status === 'scheduled' ? reason : null,
    })
  },
)

test('an issue with a broken seal gets no new one by being sent', async () => {
  const issueId = await addIssue(sql, { articles: [clock.harbour] })
  await approve(issueId, null, '2026-10-03T12:00:00Z')
  await sql`update public.articles set title = 'Changed' where id = ${clock.harbour}`
  expect(await startSending(services, issueId, actor)).toMatchObject({ status: 'refused' })
  expect(await readIssueRow(sql, issueId)).toMatchObject({ status: 'approved', slug: '2026-10-03' })
  expect(await verifySeal(sql, services, issueId)).toMatchObject({ intact: false })
})
