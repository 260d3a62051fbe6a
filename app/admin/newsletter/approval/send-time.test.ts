import { expect, test } from 'vitest'
import { findSendMoment, parseSendTime, SEND_ON_SUNDAY } from '#app/admin/newsletter/approval/send-time.tsx'

const NOW = { zone: 'Europe/Zurich', now: new Date('2026-11-22T12:00:00Z') }

test('at once and later name no time', () => {
  expect(parseSendTime({ ...SEND_ON_SUNDAY, kind: 'now' }, NOW)).toEqual({})
  expect(parseSendTime({ ...SEND_ON_SUNDAY, kind: 'later' }, NOW)).toEqual({})
})

test('the next Sunday follows the schedule', () => {
  expect(parseSendTime(SEND_ON_SUNDAY, NOW)).toEqual({ sendAt: 'sunday' })
})

test('a time is one of the zone of the newsletter', () => {
  const draft = { ...SEND_ON_SUNDAY, kind: 'time', date: '2026-11-25', time: '09:30' } as const
  expect(parseSendTime(draft, NOW)).toEqual({ sendAt: '2026-11-25T08:30:00.000Z' })
})

test('no date, a time in the past, and one that is left out are problems', () => {
  const draft = { ...SEND_ON_SUNDAY, kind: 'time' } as const
  expect(parseSendTime(draft, NOW).problem).toBe('Please choose a date.')
  expect(parseSendTime({ ...draft, date: '2026-11-22', time: '12:59' }, NOW).problem).toMatch(/past/)
  expect(parseSendTime({ ...draft, date: '2027-03-28', time: '02:30' }, NOW).problem).toMatch(/no such time/)
})

test('what goes out on Sunday goes out at the hour of the settings, by the clocks of their zone', () => {
  const schedule = { newsletter_time: '09:00', newsletter_zone: NOW.zone }
  const sunday = findSendMoment(SEND_ON_SUNDAY, { schedule, now: NOW.now })
  expect(sunday?.toISOString()).toBe('2026-11-29T08:00:00.000Z')
  expect(findSendMoment({ ...SEND_ON_SUNDAY, kind: 'now' }, { schedule, now: NOW.now })).toBe(null)
})
