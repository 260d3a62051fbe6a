import { expect, test } from 'vitest'
import { momentsOf, wallTimeAt } from '#core/domain/zoned-time.ts'

const moments = (date: string, time: string, zone = 'Europe/Zurich') =>
  momentsOf({ date, time }, zone).map((moment) => moment.toISOString())

test.each([
  ['2026-11-22', '09:00', 'Europe/Zurich', '2026-11-22T08:00:00.000Z'],
  ['2026-07-22', '09:00', 'Europe/Zurich', '2026-07-22T07:00:00.000Z'],
  ['2026-11-22', '00:00', 'Europe/Zurich', '2026-11-21T23:00:00.000Z'],
  ['2026-11-22', '09:00', 'UTC', '2026-11-22T09:00:00.000Z'],
  ['2026-11-22', '09:00', 'Asia/Kathmandu', '2026-11-22T03:15:00.000Z'],
  ['2026-11-22', '23:30', 'America/New_York', '2026-11-23T04:30:00.000Z'],
  ['2027-01-01', '00:00', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
])('%s at %s in %s is %s', (date, time, zone, moment) => {
  expect(moments(date, time, zone)).toEqual([moment])
  expect(wallTimeAt(new Date(moment), zone)).toEqual({ date, time })
})

test('the hour that is left out when summer time begins has no moments', () => {
  expect(moments('2027-03-28', '02:30')).toEqual([])
  expect(moments('2027-03-28', '01:59')).toHaveLength(1)
  expect(moments('2027-03-28', '03:00')).toHaveLength(1)
})

test('the hour that comes twice when summer time ends has two, the earlier one first', () => {
  expect(moments('2026-10-25', '02:30')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
  expect(moments('2026-10-25', '03:00')).toHaveLength(1)
  // Here clocks change by half an hour.
  expect(moments('2027-04-04', '01:45', 'Australia/Lord_Howe')).toHaveLength(2)
})

test('a day that a zone left out has no moments, and neither has what is no time', () => {
  expect(moments('2011-12-30', '12:00', 'Pacific/Apia')).toEqual([])
  expect(moments('2026-02-31', '12:00')).toEqual([])
  expect(moments('', '12:00')).toEqual([])
  expect(moments('2026-02-01', '25:00')).toEqual([])
})
