import { expect, test } from 'vitest'
import {
  type BackupState,
  backupTrouble,
  chooseOutdated,
  dueBackups,
  missingSince,
} from '#core/domain/backup.ts'

const ZURICH = 'Europe/Zurich'
const HOUR = 3_600_000
const DAY = 24 * HOUR

const madeOn = (...moments: string[]) => moments.map((made_at) => ({ made_at }))
const stay = (backups: { made_at: string }[], zone = ZURICH) => {
  const outdated = new Set(chooseOutdated(backups, zone))
  return backups.filter((backup) => !outdated.has(backup)).map(({ made_at }) => made_at)
}

test('a year of daily backups leaves the last seven days, four weeks and twelve months', () => {
  const last = Date.parse('2026-11-27T02:00:00Z')
  const daily = Array.from({ length: 500 }, (_, age) => ({
    made_at: new Date(last - age * DAY).toISOString(),
  }))
  expect(stay(daily).map((made_at) => made_at.slice(0, 10))).toEqual([
    ...['2026-11-27', '2026-11-26', '2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-21'],
    // The Sundays of the weeks before; that of the 22nd is one of the days.
    ...['2026-11-15', '2026-11-08'],
    ...['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31'],
    ...['2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'],
  ])
})

test('removing day after day leaves the same as removing at once', () => {
  const first = Date.parse('2025-01-01T02:30:00Z')
  let kept: { made_at: string }[] = []
  for (let day = 0; day < 500; day++) {
    kept.push({ made_at: new Date(first + day * DAY).toISOString() })
    const outdated = new Set(chooseOutdated(kept, ZURICH))
    kept = kept.filter((backup) => !outdated.has(backup))
  }
  const all = Array.from({ length: 500 }, (_, day) => ({
    made_at: new Date(first + day * DAY).toISOString(),
  }))
  expect(kept.map(({ made_at }) => made_at)).toEqual(stay(all))
  expect(kept.length).toBeLessThanOrEqual(23)
})

test('the only one stays, however old it is, and so does each of a few old ones', () => {
  expect(chooseOutdated([], ZURICH)).toEqual([])
  expect(stay(madeOn('2020-01-01T00:00:00Z'))).toHaveLength(1)
  expect(stay(madeOn('2020-01-01T00:00:00Z', '2021-05-05T00:00:00Z', '2022-06-06T00:00:00Z'))).toHaveLength(3)
})

test('of several on a day the newest stays, and the zone decides what a day is', () => {
  // In Zurich the second one is of the next day.
  const two = madeOn('2026-11-26T22:30:00Z', '2026-11-26T23:30:00Z')
  expect(stay(two, 'UTC')).toEqual(['2026-11-26T23:30:00Z'])
  expect(stay(two, ZURICH)).toHaveLength(2)
})

test('a daily backup is due at its time of the zone, also on the days on which clocks change', () => {
  const at = (now: string, daily_at: string) => {
    const { last, next } = dueBackups(new Date(now), { daily_at, zone: ZURICH })
    return [last, next].map(({ day, at }) => `${day} ${at.toISOString()}`)
  }
  expect(at('2026-11-27T02:00:00Z', '03:00')).toEqual([
    '2026-11-27 2026-11-27T02:00:00.000Z',
    '2026-11-28 2026-11-28T02:00:00.000Z',
  ])
  expect(at('2026-11-27T01:59:59Z', '03:00')[0]).toBe('2026-11-26 2026-11-26T02:00:00.000Z')
  // 02:30 is left out on 29 March 2026, and comes twice on 25 October.
  expect(at('2026-03-29T12:00:00Z', '02:30')[0]).toBe('2026-03-29 2026-03-29T01:30:00.000Z')
  expect(at('2026-10-25T12:00:00Z', '02:30')).toEqual([
    '2026-10-25 2026-10-25T00:30:00.000Z',
    '2026-10-26 2026-10-26T01:30:00.000Z',
  ])
})

const state: BackupState = {
  decided: true,
  daily_at: '03:00',
  since: '2026-11-01T00:00:00Z',
  last_good: '2026-11-26T02:00:10Z',
  under_way: false,
  trouble: null,
}
const missing = (change: Partial<BackupState>, now = '2026-11-27T04:00:01Z') =>
  missingSince({ ...state, ...change }, { zone: ZURICH, now: new Date(now) })?.toISOString() ?? null

test('a daily backup is missing two hours after its time, unless it is made or was not promised', () => {
  expect(missing({})).toBe('2026-11-27T02:00:00.000Z')
  expect(missing({}, '2026-11-27T04:00:00Z')).toBeNull()
  expect(missing({ last_good: null })).toBe('2026-11-27T02:00:00.000Z')
  expect(missing({ last_good: '2026-11-27T02:00:05Z' })).toBeNull()
  expect(missing({ under_way: true })).toBeNull()
  expect(missing({ daily_at: null })).toBeNull()
  // Since then there is a schedule, or another time in it, or the site was restored.
  expect(missing({ since: '2026-11-27T02:00:01Z', last_good: null })).toBeNull()
})

test('a failure is told before what is missing because of it', () => {
  const when = { zone: ZURICH, now: new Date('2026-11-27T09:00:00Z') }
  const trouble = { kind: 'failed', reason: 'The disk is full.', began_at: '2026-11-27T02:00:02Z' } as const
  expect(backupTrouble({ ...state, trouble }, when)).toEqual({
    kind: 'failed',
    began_at: '2026-11-27T02:00:02Z',
  })
  expect(backupTrouble(state, when)).toEqual({ kind: 'missing', began_at: '2026-11-27T02:00:00.000Z' })
  expect(backupTrouble({ ...state, daily_at: null }, when)).toBeNull()
})
