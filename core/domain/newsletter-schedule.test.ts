import { describe, expect, test } from 'vitest'
import { draftMomentOf, isOverdue, lastSunday, nextSunday } from '#core/domain/newsletter-schedule.ts'

const schedule = (newsletter_time = '09:00', newsletter_zone = 'Europe/Zurich') => ({
  newsletter_time,
  newsletter_zone,
})
const next = (now: string, ...of: Parameters<typeof schedule>) => {
  const { sunday, at } = nextSunday(new Date(now), schedule(...of))
  return [sunday, at.toISOString()]
}

describe('the next Sunday', () => {
  test.each([
    ['on a Wednesday', '2026-11-25T12:00:00Z', '2026-11-29', '2026-11-29T08:00:00.000Z'],
    ['on the Sunday before its time', '2026-11-29T07:59:59Z', '2026-11-29', '2026-11-29T08:00:00.000Z'],
    ['at its time is the one after', '2026-11-29T08:00:00Z', '2026-12-06', '2026-12-06T08:00:00.000Z'],
    [
      'on a Saturday evening in UTC that is Sunday there',
      '2026-11-28T23:30:00Z',
      '2026-11-29',
      '2026-11-29T08:00:00.000Z',
    ],
    ['over the end of the year', '2026-12-31T12:00:00Z', '2027-01-03', '2027-01-03T08:00:00.000Z'],
    [
      'in the week in which summer time begins',
      '2027-03-24T12:00:00Z',
      '2027-03-28',
      '2027-03-28T07:00:00.000Z',
    ],
    ['in the week in which it ends', '2026-10-21T12:00:00Z', '2026-10-25', '2026-10-25T08:00:00.000Z'],
  ])('%s', (_what, now, sunday, at) => {
    expect(next(now)).toEqual([sunday, at])
  })

  test('at a time that clocks leave out is as much later as they go forward', () => {
    expect(next('2027-03-27T12:00:00Z', '02:30')).toEqual(['2027-03-28', '2027-03-28T01:30:00.000Z'])
    expect(next('2027-03-28T01:29:59Z', '02:30')[0]).toBe('2027-03-28')
    expect(next('2027-03-28T01:30:00Z', '02:30')[0]).toBe('2027-04-04')
  })

  test('at a time that comes twice is the first of both', () => {
    expect(next('2026-10-24T12:00:00Z', '02:30')).toEqual(['2026-10-25', '2026-10-25T00:30:00.000Z'])
    expect(next('2026-10-25T00:45:00Z', '02:30')[0]).toBe('2026-11-01')
  })

  test('is that of the zone, on both sides of the date line', () => {
    expect(next('2026-11-28T18:00:00Z', '09:00', 'Pacific/Kiritimati')).toEqual([
      '2026-11-29',
      '2026-11-28T19:00:00.000Z',
    ])
    expect(next('2026-11-29T19:00:00Z', '09:00', 'Pacific/Pago_Pago')).toEqual([
      '2026-11-29',
      '2026-11-29T20:00:00.000Z',
    ])
  })
})

test('the last Sunday is the one whose moment has come', () => {
  expect(lastSunday(new Date('2026-11-29T07:59:59Z'), schedule()).sunday).toBe('2026-11-22')
  expect(lastSunday(new Date('2026-11-29T08:00:00Z'), schedule())).toEqual({
    sunday: '2026-11-29',
    at: new Date('2026-11-29T08:00:00Z'),
  })
})

test('the draft is made at the same time of the day before, also when clocks change between', () => {
  expect(draftMomentOf('2026-11-29', schedule()).toISOString()).toBe('2026-11-28T08:00:00.000Z')
  expect(draftMomentOf('2027-03-28', schedule()).toISOString()).toBe('2027-03-27T08:00:00.000Z')
  expect(draftMomentOf('2026-10-25', schedule()).toISOString()).toBe('2026-10-24T07:00:00.000Z')
})

test('more than a quarter of an hour is overdue', () => {
  const due = new Date('2026-11-29T08:00:00Z')
  expect(isOverdue(due, new Date('2026-11-29T08:15:00Z'))).toBe(false)
  expect(isOverdue(due, new Date('2026-11-29T08:15:01Z'))).toBe(true)
})
