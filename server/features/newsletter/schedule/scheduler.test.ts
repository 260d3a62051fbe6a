import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { draftForSunday } from '#server/features/newsletter/schedule/draft-for-sunday.ts'
import { runScheduler } from '#server/features/newsletter/schedule/scheduler.ts'
import {
  DUE,
  openScheduler,
  SATURDAY,
  SUNDAY,
  WEDNESDAY,
} from '#server/features/newsletter/schedule/testing/open-scheduler.ts'
import { startMailSink } from '../../../../tests/mocks/mail-sink.ts'
import {
  addIssue,
  listEvents,
  listNotices,
  readIssueRow,
  setSettings,
} from '../../../../tests/support/issues.ts'
import { startTestJobs } from '../../../../tests/support/jobs.ts'

const clock = await openScheduler()
const { sql, services, follow, approve, addScheduled, draft } = clock
afterAll(() => clock.stop())
beforeEach(() => clock.reset())

test('an issue for a Sunday moves with the time and the zone in the settings, unless its moment was chosen', async () => {
  const [issueId, chosen] = [
    await addScheduled(),
    await addIssue(sql, { articles: [clock.harbour], subject: 'Chosen' }),
  ]
  await approve(chosen, new Date('2026-11-29T16:00:00Z'), WEDNESDAY, [issueId])
  await setSettings(services, { newsletter_time: '18:30', newsletter_zone: 'America/New_York' })
  await follow(WEDNESDAY)
  await follow(WEDNESDAY)
  expect((await readIssueRow(sql, issueId)).scheduled_for).toEqual(new Date('2026-11-29T23:30:00Z'))
  expect((await readIssueRow(sql, chosen)).scheduled_for).toEqual(new Date('2026-11-29T16:00:00Z'))
  expect(await listEvents(sql, issueId)).toEqual(['approved', 'scheduled', 'scheduled'])
  await follow(DUE)
  expect((await readIssueRow(sql, issueId)).status).toBe('scheduled')
  await follow('2026-11-29T23:30:00Z')
  expect((await readIssueRow(sql, issueId)).status).toBe('sending')
})

test.each([
  ['Europe/Zurich', 'summer time begins', '2027-03-28', '02:30', '2027-03-28T01:30:00.000Z'],
  ['Europe/Zurich', 'summer time ends', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/Zurich', 'summer time has begun', '2027-03-28', '09:00', '2027-03-28T07:00:00.000Z'],
  ['Europe/Zurich', 'summer time has ended', '2026-10-25', '09:00', '2026-10-25T08:00:00.000Z'],
  ['America/New_York', 'summer time begins', '2027-03-14', '02:30', '2027-03-14T07:30:00.000Z'],
  ['America/New_York', 'summer time ends', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', 'summer time has begun', '2027-03-14', '09:00', '2027-03-14T13:00:00.000Z'],
  ['America/New_York', 'summer time has ended', '2026-11-01', '09:00', '2026-11-01T14:00:00.000Z'],
  ['Australia/Lord_Howe', 'half an hour is left out', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
  ['Australia/Lord_Howe', 'half an hour comes twice', '2027-04-04', '01:45', '2027-04-03T14:45:00.000Z'],
  ['America/Santiago', 'midnight is left out', '2026-09-06', '00:30', '2026-09-06T04:30:00.000Z'],
  ['Asia/Kolkata', 'clocks never change', '2027-03-28', '09:00', '2027-03-28T03:30:00.000Z'],
])('in %s, when %s, an issue goes out once and at its time', async (zone, _what, sunday, time, at) => {
  await setSettings(services, { newsletter_time: time, newsletter_zone: zone })
  const issueId = await addIssue(sql, { articles: [clock.harbour] })
  await approve(issueId, { sunday })
  const shifted = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString()
  await follow(new Date(Date.parse(at) - 1).toISOString())
  expect((await readIssueRow(sql, issueId)).status).toBe('scheduled')
  // The same time on the clock for the second time, and a clock that was set back.
  for (const minutes of [0, 30, 60, -60, 0]) await follow(shifted(minutes))
  expect(await listEvents(sql, issueId)).toEqual(['approved', 'scheduled', 'sending'])
  expect((await readIssueRow(sql, issueId)).slug).toBe(sunday)
})

describe('a process that was down from ten to nine', () => {
  test.each([
    ['2026-11-29T08:10:00Z', 'sending', []],
    ['2026-11-29T08:20:00Z', 'scheduled', ['held']],
  ])('until %s: the issue is %s', async (back, status, notices) => {
    const issueId = await addScheduled()
    await follow('2026-11-29T07:49:00Z')
    await follow(back)
    await follow(back)
    expect(await readIssueRow(sql, issueId)).toMatchObject({ status })
    expect(await listNotices(sql)).toEqual(notices)
  })

  test('holds an overdue issue, and sends it once an administrator has approved it again', async () => {
    const issueId = await addScheduled()
    await follow('2026-11-29T08:20:00Z')
    const { held_reason } = await readIssueRow(sql, issueId)
    expect(held_reason).toMatch(/^Its time passed more than 15 minutes ago.* Approve it again/)
    await approve(issueId, new Date('2026-11-29T08:30:00Z'), '2026-11-29T08:25:00Z')
    await follow('2026-11-29T08:30:00Z')
    expect(await readIssueRow(sql, issueId)).toMatchObject({ status: 'sending', audience: 5 })
  })
})

test('a clock that is set back repeats nothing of what it has done', async () => {
  await setSettings(services, { newsletter_automatic: true })
  const times = [SATURDAY, '2026-11-29T07:59:00Z', DUE, '2026-11-29T08:01:00Z']
  for (const now of [...times, ...times.toReversed(), ...times]) {
    await follow(now)
    await draft()
  }
  expect(await sql`select status from public.newsletter_issues`).toEqual([{ status: 'sending' }])
  expect(await sql`select from public.newsletter_deliveries`).toHaveLength(5)
  expect(await listNotices(sql)).toEqual(['draft_ready'])
})

test.each([
  [
    'the Sunday before, of which nothing is known',
    '2026-11-22',
    '2026-11-21T08:00:00Z',
    '2026-11-22T08:00:00Z',
    'Europe/Zurich',
  ],
  [
    'before the Sunday, where the zone has another time by then',
    SUNDAY,
    SATURDAY,
    '2026-11-29T20:00:00Z',
    'Pacific/Honolulu',
  ],
])('a clock that is set back to %s composes and sends no second one', async (_, sunday, begin, end, zone) => {
  await setSettings(services, { newsletter_automatic: true })
  await draft()
  await follow(DUE)
  await sql`update public.newsletter_issues set status = 'sent'`
  await setSettings(services, {
    newsletter_zone: zone,
    newsletter_time: zone.startsWith('P') ? '10:00' : '09:00',
  })
  for (const now of [begin, end, DUE, end]) {
    await draftForSunday(services, sunday, new Date(begin))
    await follow(now)
  }
  expect(await clock.jobsNamed('draft-newsletter')).toEqual([])
  expect(await sql`select status from public.newsletter_issues`).toEqual([{ status: 'sent' }])
  expect(await sql`select from public.newsletter_deliveries`).toHaveLength(5)
})

test('in the hour that comes twice, one draft is made, and it is sent once', async () => {
  await setSettings(services, { newsletter_automatic: true, newsletter_time: '02:30' })
  const [saturday, first, second] = ['2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']
  for (const now of [saturday, first, second, first, saturday, second]) {
    await draftForSunday(services, '2026-10-25', new Date(saturday))
    await follow(now)
  }
  expect(await sql`select status, slug from public.newsletter_issues`).toEqual([
    { status: 'sending', slug: '2026-10-25' },
  ])
  expect(await sql`select from public.newsletter_deliveries`).toHaveLength(5)
})

describe('of two processes at the clock', () => {
  /** Both do it at once, three times. */
  const both = async (work: (deps: typeof services) => Promise<void>) => {
    const other = await startTestJobs(clock.database, { works: false, smtpUrl: 'smtp://smtp.example.org' })
    onTestFinished(() => other.stop())
    for (let round = 0; round < 3; round++)
      await Promise.allSettled([work(services), work(other.services), work(services), work(other.services)])
  }
  const at = (now: string) => (deps: typeof services) => runScheduler(deps, new Date(now))

  test('one composes the draft, and one reports the missing approval', async () => {
    await both((deps) => draftForSunday(deps, SUNDAY, new Date(SATURDAY)))
    await both(at(DUE))
    expect(await sql`select status from public.newsletter_issues`).toEqual([{ status: 'draft' }])
    expect(await listNotices(sql)).toEqual(['draft_ready', 'not_approved'])
  })

  test('one sends what is due', async () => {
    const issueId = await addScheduled()
    await both(at(DUE))
    expect(await listEvents(sql, issueId)).toEqual(['approved', 'scheduled', 'sending'])
    expect(await sql`select from public.newsletter_deliveries`).toHaveLength(5)
  })

  test('one approves by itself what may go out by itself', async () => {
    await setSettings(services, { newsletter_automatic: true })
    const issueId = await draft()
    await both(at(DUE))
    expect(await listEvents(sql, issueId)).toEqual(['draft', 'approved', 'scheduled', 'sending'])
    expect(await sql`select from public.newsletter_deliveries`).toHaveLength(5)
  })

  test('one holds what has changed, and mails', async () => {
    const issueId = await addScheduled()
    await sql`update public.articles set excerpt = 'Another one.' where id = ${clock.harbour}`
    await both(at('2026-11-29T07:30:00Z'))
    expect(await listEvents(sql, issueId)).toEqual(['approved', 'scheduled', 'held'])
    expect(await listNotices(sql)).toEqual(['held'])
  })
})

test('the worker sends at the moment, from a job that was enqueued before', async () => {
  const issueId = await addIssue(sql, { articles: [clock.harbour] })
  const at = new Date(Date.now() + 4_000)
  await approve(issueId, at, new Date().toISOString())
  const sink = await startMailSink()
  const worker = await startTestJobs(clock.database, { instance: randomUUID(), smtpUrl: sink.url })
  onTestFinished(async () => {
    await worker.stop()
    await sink.close()
  })
  await runScheduler(worker.services)
  await vi.waitUntil(async () => (await readIssueRow(sql, issueId)).status !== 'scheduled', {
    timeout: 30_000,
    interval: 50,
  })
  const row = await readIssueRow(sql, issueId)
  expect(row.started_at?.getTime()).toBeGreaterThanOrEqual(at.getTime())
  // Perhaps it has been sent by now.
  expect((await listEvents(sql, issueId)).slice(0, 3)).toEqual(['approved', 'scheduled', 'sending'])
})
