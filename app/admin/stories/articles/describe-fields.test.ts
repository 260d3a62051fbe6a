import { expect, test } from 'vitest'
import { formatPlanned } from '#app/admin/kit/ui/format.ts'
import { describeSchedule } from '#app/admin/stories/articles/describe-fields.ts'

const SCHEDULE = {
  publish_at: '2027-03-01T08:00:00Z',
  zone: 'Europe/Zurich',
  status: 'waiting',
  reason: null,
} as const

test('a schedule is told in the zone in which its time was chosen', () => {
  expect(describeSchedule(SCHEDULE)).toContain('Scheduled for Mar 1, 2027, 9:00 AM (Europe/Zurich)')
  expect(describeSchedule({ ...SCHEDULE, zone: 'America/New_York' })).toContain(
    'Scheduled for Mar 1, 2027, 3:00 AM (America/New_York)',
  )
})

test('what a planned time is here is said where clocks show something else', () => {
  const moment = new Date(SCHEDULE.publish_at)
  const shown = (here: string) => formatPlanned(moment, SCHEDULE.zone, { isShort: true, here })
  expect(shown('Europe/Zurich')).toBe('Mar 1, 2027, 9:00 AM (Europe/Zurich)')
  expect(shown('Europe/Berlin')).toBe('Mar 1, 2027, 9:00 AM (Europe/Zurich)')
  expect(shown('UTC')).toBe('Mar 1, 2027, 9:00 AM (Europe/Zurich), here Mar 1, 2027, 8:00 AM (UTC)')
})

test('a zone that this browser does not know does no harm', () => {
  expect(describeSchedule({ ...SCHEDULE, zone: '__proto__' })).toMatch(
    /^Scheduled for Mar 1, 2027, 8:00 AM \(UTC\)/,
  )
})

test('a schedule that did not work out says why', () => {
  expect(describeSchedule({ ...SCHEDULE, status: 'missed', reason: 'overdue' })).toMatch(/^Missed: .*9:00 AM/)
  const incomplete = { ...SCHEDULE, status: 'failed', reason: 'incomplete: title, reading_time' } as const
  expect(describeSchedule(incomplete)).toMatch(/Missing: title and reading time\.$/)
  expect(describeSchedule({ ...incomplete, reason: 'deadlock detected' })).not.toContain('deadlock')
})
