import { expect, test } from 'vitest'
import { scheduleInput } from '#core/domain/schedule-input.ts'

const TYPED = { date: '2026-10-25', time: '09:00', zone: 'Europe/Zurich', turn: '' }
const parse = (typed: object) => scheduleInput.safeParse({ ...TYPED, ...typed })
const problemOf = (typed: object) => parse(typed).error?.issues[0]?.path

test('a date and a time in a zone are a moment', () => {
  expect(parse({}).data).toEqual({ publishAt: new Date('2026-10-25T08:00:00Z'), zone: 'Europe/Zurich' })
})

test('of a time that comes twice it must be said which one is meant', () => {
  expect(problemOf({ time: '02:30' })).toEqual(['turn'])
  expect(parse({ time: '02:30', turn: 'first' }).data?.publishAt).toEqual(new Date('2026-10-25T00:30:00Z'))
  expect(parse({ time: '02:30', turn: 'second' }).data?.publishAt).toEqual(new Date('2026-10-25T01:30:00Z'))
})

test.each([
  [{ date: '2027-03-28', time: '02:30' }, 'time'],
  [{ date: '' }, 'date'],
  [{ date: '22026-10-25' }, 'date'],
  [{ time: '9' }, 'time'],
  [{ zone: '+02:00' }, 'zone'],
  [{ zone: 'Moon/Crater\u0000' }, 'zone'],
  [{ zone: '__proto__' }, 'zone'],
])('%j is refused at the field %s', (typed, field) => {
  expect(problemOf(typed)).toEqual([field])
})
