import { expect, onTestFinished, test, vi } from 'vitest'
import { showCount } from '#app/admin/kit/room.ts'
import { formatPlanned } from '#app/admin/kit/ui/format.ts'
import { countByPage, describeWaiting } from '#app/admin/shell/dashboard/describe-waiting.ts'
import { findCurrentPage, PAGES } from '#app/admin/shell/rooms.ts'
import type { Waiting, WaitingIssue } from '#core/domain/dashboard.ts'

const SUNDAY = '2026-11-29T08:00:00Z'

const nothing: Waiting = {
  handIns: [],
  toReview: 0,
  toReviewIn: [],
  unread: [],
  failed: { published: 0, drafts: 0 },
  stale: 0,
  unsaved: [],
  drafts: { count: 0, newest: [] },
  changedSources: [],
  missed: [],
  scheduled: [],
  endings: [],
  issues: [],
  sunday: {
    at: SUNDAY,
    zone: 'Europe/Zurich',
    is_automatic: false,
    makes_draft: false,
    has_subscribers: false,
  },
  lastIssue: null,
  uncertain: [],
  mails: 0,
  backup: null,
  setUp: [],
  health: { faults: [], failed_jobs: 0, processes_gone: 0 },
}

const article = { id: 'a', slug: 'chips', language: 'en', title: 'Chips' } as const
const issue: WaitingIssue = {
  id: 'i',
  status: 'draft',
  scheduled_for: null,
  started_at: null,
  held_reason: null,
  may_have_left: false,
  needs_approval: false,
  subject: 'Chips',
  is_for_sunday: true,
}

const badges = (waiting: Partial<Waiting>) =>
  Object.fromEntries(countByPage(describeWaiting({ ...nothing, ...waiting })))

test('nothing waits, and no page has a badge', () => {
  expect(describeWaiting(nothing)).toEqual({ now: [], soon: [], setUp: [] })
  expect(badges({})).toEqual({})
})

test('a backup that failed is counted once, though it is a fault as well', () => {
  const health = { faults: ['backup'], failed_jobs: 0, processes_gone: 0 }
  expect(badges({ health })).toEqual({ '/admin/system': 1 })
  expect(badges({ health, backup: { kind: 'failed', began_at: SUNDAY } })).toEqual({ '/admin/system': 1 })
})

test('badges are the sums of the lines of a page, and are all on pages of the menu', () => {
  const unsaved = { article_id: 'a', copy_id: 'c', title: '', updated_at: SUNDAY, conflict: null }
  const counts = badges({
    toReview: 2,
    failed: { published: 1, drafts: 1 },
    stale: 3,
    mails: 4,
    backup: { kind: 'failed', began_at: SUNDAY },
    uncertain: [{ id: 'i', subject: null, count: 5 }],
    unsaved: [
      { ...unsaved, article: { ...article, published: true }, conflict: { by: 'ana@example.org' } },
      { ...unsaved, article: { ...article, published: false } },
      { ...unsaved, article: null },
    ],
    setUp: ['mail', 'model', 'backups', 'postal_address', 'second_factor', 'password'],
  })
  expect(counts).toEqual({
    '/admin/translations': 7,
    '/admin/outbox': 4,
    '/admin/system': 2,
    '/admin/newsletter': 5,
    '/admin/articles': 1,
    '/admin/drafts': 2,
    '/admin/settings': 3,
    '/admin/account': 2,
  })
  expect(Object.keys(counts).filter((path) => !PAGES.some(({ to, tabOf }) => to === path && !tabOf))).toEqual(
    [],
  )
})

test('an unsaved text leads to where it goes on', () => {
  const unsaved = { article_id: 'a', copy_id: 'c', title: 'Half', updated_at: SUNDAY, conflict: null }
  const { now } = describeWaiting({
    ...nothing,
    unsaved: [
      { ...unsaved, article: null },
      { ...unsaved, article: { ...article, published: false } },
    ],
  })
  expect(now.map(({ to }) => to)).toEqual(['/admin/articles/new?copy=c', '/admin/articles/edit/chips'])
})

test('a number that was counted to its bound is said so', () => {
  expect([1, 99, 100, 350].map(showCount)).toEqual(['1', '99', '99+', '99+'])
  const { now } = describeWaiting({ ...nothing, mails: 100 })
  expect(now[0]?.text).toBe('99+ mails were not sent, or may not have arrived')
})

test('what is published and what is taken away by itself is in the order of time, and counts nowhere', () => {
  const zone = 'Europe/Zurich'
  const schedule = { zone, status: 'waiting', reason: null } as const
  const planned = {
    scheduled: [
      { ...schedule, publish_at: '2026-11-27T08:00:00Z', article },
      { ...schedule, publish_at: '2026-11-29T08:00:00Z', article: { ...article, title: 'Robots' } },
    ],
    endings: [{ unpublish_at: '2026-11-28T08:00:00Z', zone, article }],
  }
  const { soon } = describeWaiting({ ...nothing, ...planned })
  expect(soon.map(({ text }) => text)).toEqual(['“Chips”', '“Chips” is taken away', '“Robots”'])
  expect(soon[1]?.detail).toContain('Nov 28, 2026, 9:00 AM (Europe/Zurich)')
  expect(badges(planned)).toEqual({})
})

test("Sunday's issue says its state, and waits until it is scheduled", () => {
  const line = (change: Partial<WaitingIssue>, is_automatic = false) => {
    const sunday = { ...nothing.sunday, is_automatic }
    const lines = describeWaiting({ ...nothing, sunday, issues: [{ ...issue, ...change }] })
    return [
      ...lines.now.map((each) => ['now', each] as const),
      ...lines.soon.map((each) => ['soon', each] as const),
    ].map(([group, { detail, count }]) => [group, count, detail])
  }
  const time = formatPlanned(new Date(SUNDAY), 'Europe/Zurich', { isShort: true })
  expect(line({})).toEqual([['soon', 1, `${time}. It is a draft, and is sent once it is approved.`]])
  const sentAnyway = `${time}. It is a draft, and is sent even if nobody approves it, unless the checklist finds a problem.`
  expect(line({}, true)).toEqual([['soon', 1, sentAnyway]])
  expect(line({ needs_approval: true }, true)).toEqual(line({}))
  expect(line({ status: 'approved' })).toEqual([['soon', 1, `${time}. It is approved, but not scheduled.`]])
  expect(line({ status: 'scheduled', scheduled_for: SUNDAY })).toEqual([
    ['soon', 0, `${time}. It is approved and scheduled.`],
  ])
  expect(line({ status: 'sent', scheduled_for: '2026-11-29T09:00:00Z', started_at: SUNDAY })).toEqual([
    ['soon', 0, `It was sent ${time}.`],
  ])
  const lastIssue = { id: 'l', subject: 'Extra', started_at: '2026-11-28T08:00:00Z' }
  for (const status of ['draft', 'approved', 'scheduled'] as const) {
    const { soon } = describeWaiting({ ...nothing, issues: [{ ...issue, status }], lastIssue })
    expect(soon[0]?.detail).toMatch(/\. The last one was sent .*Nov 28, 2026, 9:00 AM.*\.$/)
  }
  expect(line({ status: 'paused' })).toEqual([['now', 1, 'Sending is paused.']])
  expect(line({ status: 'scheduled', held_reason: 'It was late.' })).toEqual([
    ['now', 1, 'Held: It was late.'],
  ])
})

test('a newsletter that nobody has begun counts once no draft will be made, if somebody would miss it', () => {
  const sunday = { ...nothing.sunday, has_subscribers: true }
  const lastIssue = { id: 'l', subject: 'Ships', started_at: '2026-11-22T08:00:00Z' }
  const lineOf = (waiting: Partial<Waiting>) =>
    describeWaiting({ ...nothing, ...waiting }).soon.map(({ text, detail, count }) => [text, detail, count])
  const [due, last] = [SUNDAY, lastIssue.started_at].map((at) =>
    formatPlanned(new Date(at), 'Europe/Zurich', { isShort: true }),
  )
  expect(lineOf({})).toEqual([])
  expect(lineOf({ sunday })).toEqual([
    ["Sunday's newsletter has not been begun", `${due}. Nothing is sent unless you write it.`, 1],
  ])
  expect(lineOf({ sunday: { ...sunday, makes_draft: true }, lastIssue })).toEqual([
    [
      "Sunday's newsletter",
      `${due}. A draft is made automatically the day before. The last one was sent ${last}.`,
      0,
    ],
  ])
  expect(lineOf({ sunday, issues: [{ ...issue, status: 'sent', started_at: SUNDAY }] })).toHaveLength(1)
  // On the Sunday itself the next one is that of a week later, which nobody misses yet.
  vi.useFakeTimers({ now: new Date('2026-11-22T08:10:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(lineOf({ sunday, lastIssue })).toEqual([
    ['Newsletter “Ships”', `It was sent ${last}. The next one is due ${due}.`, 0],
  ])
  vi.setSystemTime(new Date('2026-11-23T08:10:00Z'))
  expect(lineOf({ sunday, lastIssue })[0]?.[0]).toBe("Sunday's newsletter has not been begun")
})

test('an address below a page belongs to the page with the longest address', () => {
  const found = [
    '/admin/newsletter',
    '/admin/newsletter/7',
    '/admin/newsletter/subscribers',
    '/admin/newsletter/subscribers/7',
  ]
  expect(found.map(findCurrentPage)).toEqual([
    '/admin/newsletter',
    '/admin/newsletter',
    '/admin/newsletter/subscribers',
    '/admin/newsletter/subscribers',
  ])
  expect(['/admin/backups', '/admin/audit'].map(findCurrentPage)).toEqual(['/admin/system', '/admin/system'])
  expect(findCurrentPage('/admin/articles/edit/settings')).toBe('/admin/articles')
  expect(findCurrentPage('/admin/elsewhere')).toBeUndefined()
})

test('each article of which a source was corrected or withdrawn is a line that leads to its sources', () => {
  const changed = { article, outlets: ['The Courier', 'Harbour News'], since: SUNDAY }
  const waiting = {
    changedSources: [
      { ...changed, is_withdrawn: true },
      { ...changed, is_withdrawn: false },
    ],
  }
  expect(describeWaiting({ ...nothing, ...waiting }).now).toMatchObject([
    {
      text: 'A source of “Chips” was withdrawn',
      detail: 'The Courier, Harbour News',
      to: '/admin/articles/edit/chips#sources',
    },
    { text: 'A source of “Chips” was corrected' },
  ])
  expect(badges(waiting)).toEqual({ '/admin/articles': 2 })
})
