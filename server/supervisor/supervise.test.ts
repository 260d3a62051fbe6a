import { expect, test } from 'vitest'
import { StartError } from '#server/supervisor/start-process.ts'
import { createBackOff } from '#server/supervisor/supervise.ts'

function pausesAfter(errors: readonly Error[]): number[] {
  const backOff = createBackOff()
  return errors.map((error) => {
    const pause = backOff.next()
    backOff.note(error)
    return pause
  })
}

test('a process that fails again and again is started ever more seldom', () => {
  const fault = new StartError('the folder is missing', { isDatabaseAway: false })
  expect(pausesAfter(Array(8).fill(fault))).toEqual([0.1, 1, 2, 5, 10, 30, 30, 30])
})

test('one that cannot reach the database is there two seconds after the database at the latest', () => {
  const away = new StartError('nothing listens', { isDatabaseAway: true })
  expect(pausesAfter(Array(8).fill(away))).toEqual([0.1, 1, 2, 2, 2, 2, 2, 2])
})

test('a process that ran for long begins anew', () => {
  const backOff = createBackOff()
  backOff.next()
  backOff.next()
  backOff.reset()
  expect(backOff.next()).toBe(0.1)
})
