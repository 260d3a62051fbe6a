import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { reopenIssue } from '#server/features/newsletter/issue-status.ts'
import { runAllSettled } from '#server/features/newsletter/schedule/scheduler.ts'
import {
  DUE,
  openScheduler,
  SUNDAY,
  WEDNESDAY,
} from '#server/features/newsletter/schedule/testing/open-scheduler.ts'
import {
  addIssue,
  addSubscribers,
  listEvents,
  listNotices,
  readIssueRow,
} from '../../../../tests/support/issues.ts'

const clock = await openScheduler()
const { sql, follow, approve, addScheduled, jobsNamed } = clock
afterAll(() => clock.stop())
beforeEach(() => clock.reset())

describe('an issue that is scheduled', () => {
  test('goes out at its time and not before, once, however many processes follow', async () => {
    const issueId = await addScheduled()
    await follow('2026-11-29T07:59:59Z')
    expect((await readIssueRow(sql, issueId)).status).toBe('scheduled')
    await Promise.all([follow(DUE), follow(DUE), follow(DUE)])
    expect(await readIssueRow(sql, issueId)).toMatchObject({ status: 'sending', audience: 5 })
    await follow('2026-11-29T08:01:00Z')
    expect(await listEvents(sql, issueId)).toEqual(['approved', 'scheduled', 'sending'])
    expect(await listNotices(sql)).toEqual([])
  })

  test('has a job for its moment from the minute before', async () => {
    await addScheduled()
    await follow('2026-11-29T07:58:00Z')
    expect(await jobsNamed('newsletter-at-its-moment')).toEqual([])
    await follow('2026-11-29T07:59:00Z')
    expect(await jobsNamed('newsletter-at-its-moment')).toEqual([
      { data: { at: '2026-11-29T08:00:00.000Z' }, start_after: new Date('2026-11-29T07:59:45Z') },
    ])
  })

  test('is held as soon as an article behind a link is changed, says which, and goes out once it is approved again', async () => {
    await sql`
      insert into public.newsletter_subscribers (email, language, confirmed, confirmed_at)
      select 'crowd-' || number || '@example.org', 'en', true, now() from generate_series(1, 4995) as number`
    const issueId = await addScheduled({ languages: ['en', 'de'] })
    await follow('2026-11-29T07:29:00Z')
    expect((await readIssueRow(sql, issueId)).held_reason).toBeNull()
    await sql`update public.articles set content = 'Another text.' where id = ${clock.harbour}`
    await Promise.all([follow('2026-11-29T07:30:00Z'), follow('2026-11-29T07:30:00Z')])
    await follow('2026-11-29T07:31:00Z')
    expect((await readIssueRow(sql, issueId)).held_reason).toBe(
      'Changed since it was approved: “Harbour”. Look at the issue and approve it again.',
    )
    expect(await listNotices(sql)).toEqual(['held'])
    await follow(DUE)
    expect((await readIssueRow(sql, issueId)).status).toBe('scheduled')

    await approve(issueId, { sunday: SUNDAY }, '2026-11-29T07:45:00Z')
    await follow(DUE)
    expect(await readIssueRow(sql, issueId)).toMatchObject({
      status: 'sending',
      audience: 5000,
      held_reason: null,
    })
    expect(await listNotices(sql)).toEqual(['held'])
  })

  test('is held when an article is changed in the last moment', async () => {
    const issueId = await addScheduled()
    await follow('2026-11-29T07:59:00Z')
    await sql`update public.articles set published = false where id = ${clock.harbour}`
    await follow(DUE)
    expect(await readIssueRow(sql, issueId)).toMatchObject({ status: 'scheduled', started_at: null })
    expect(await listNotices(sql)).toEqual(['held'])
  })

  test('is held when the checklist finds something that it had not found before, and not for what was accepted', async () => {
    const issueId = await addIssue(sql, { articles: [clock.harbour] })
    await sql`update public.newsletter_issues set tested_revision = null where id = ${issueId}`
    await approve(issueId, { sunday: SUNDAY })
    await sql`delete from public.newsletter_subscribers`
    await follow(DUE)
    expect((await readIssueRow(sql, issueId)).held_reason).toBe(
      'The checklist has found something new: there are no active subscribers.',
    )
    await addSubscribers(sql, { en: 1 })
    await approve(issueId, { sunday: SUNDAY }, '2026-11-29T08:05:00Z')
    await follow('2026-11-29T08:05:00Z')
    expect((await readIssueRow(sql, issueId)).status).toBe('sending')
  })

  test('goes out a quarter of an hour late, and is held when it is later', async () => {
    const issueId = await addScheduled()
    const old = await addIssue(sql, { articles: [clock.harbour], subject: 'Another one' })
    await approve(old, new Date('2026-11-29T07:59:59Z'), WEDNESDAY, [issueId])
    await follow('2026-11-29T08:15:00Z')
    expect((await readIssueRow(sql, issueId)).status).toBe('sending')
    expect(await readIssueRow(sql, old)).toMatchObject({
      status: 'scheduled',
      held_reason: expect.stringContaining('more than 15 minutes ago'),
    })
    expect(await listNotices(sql)).toEqual(['held'])
  })

  test('of a backup from weeks ago never goes out by itself', async () => {
    const issueId = await addScheduled()
    await follow('2026-12-16T10:00:00Z')
    await follow('2026-12-20T08:00:00Z')
    expect((await readIssueRow(sql, issueId)).status).toBe('scheduled')
    expect(await listNotices(sql)).toEqual(['held'])
  })

  test('that is reopened at its moment is either a draft or being sent', async () => {
    const issueId = await addScheduled()
    const [reopened] = await Promise.all([reopenIssue(sql, { issueId, actor: clock.actor }), follow(DUE)])
    const { status, audience } = await readIssueRow(sql, issueId)
    expect([status, audience]).toEqual(reopened ? ['draft', null] : ['sending', 5])
  })
})

test('everything is done, in order, and the first error is thrown at the end', async () => {
  const done: number[] = []
  const work = async (item: number) => {
    await Promise.resolve()
    done.push(item)
    if (item > 1) throw new Error(`Number ${item}`)
  }
  await expect(runAllSettled([1, 2, 3, 0], work)).rejects.toThrow('Number 2')
  expect(done).toEqual([1, 2, 3, 0])
  await expect(runAllSettled([0, 1], work)).resolves.toBeUndefined()
})
