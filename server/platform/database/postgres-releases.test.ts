import { expect, test } from 'vitest'
import { ageOfPostgres } from '#server/platform/database/postgres-releases.ts'

const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null

test.each([
  ['15.1', '2022-11-10'],
  ['15.10', '2024-11-21'],
  ['16.3', '2024-05-09'],
  ['17.0', '2024-09-26'],
  ['17.10', '2026-05-14'],
  ['17.11', '2026-08-13'],
  ['18.1', '2025-11-13'],
  ['18.3', '2026-02-26'],
  ['18.4 (Debian 18.4-1.pgdg12+1)', '2026-05-14'],
  ['18.6', '2026-08-13'],
])('PostgreSQL %s came out on %s', (version, day) => {
  expect(dayOf(ageOfPostgres(version, new Date()).releasedOn)).toBe(day)
})

test('what a release lacks is counted by the plan, until its major gets no fixes any more', () => {
  const missed = (version: string, before: string) => ageOfPostgres(version, new Date(before)).missed
  expect(missed('18.4', '2026-08-13')).toBe(0)
  expect(missed('18.4', '2026-08-14')).toBe(1)
  expect(missed('18.4', '2026-12-01')).toBe(2)
  expect(missed('18.6', '2026-10-01')).toBe(0)
  expect(missed('15.18', '2040-01-01')).toBe(6)
  expect(dayOf(ageOfPostgres('15.18', new Date()).endsOn)).toBe('2027-11-11')
  expect(dayOf(ageOfPostgres('18.4', new Date()).endsOn)).toBe('2030-11-14')
})

test('of a release that came after this program nothing is said', () => {
  expect(ageOfPostgres('19.2', new Date('2030-01-01'))).toEqual({ releasedOn: null, missed: 0, endsOn: null })
  expect(ageOfPostgres('18.99', new Date('2030-01-01'))).toMatchObject({ releasedOn: null, missed: 0 })
})
