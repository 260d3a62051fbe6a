import { expect, test } from 'vitest'
import { nextAttempt, pauseAfter } from '#server/features/webhooks/record-attempt.ts'

const DAY = 86_400

test('pauses double up to an hour, a fifth shorter or longer', () => {
  const pauses = (random: number) =>
    [1, 2, 3, 7, 30].map((failures) => Math.round(pauseAfter(failures, 3_600, random)))
  expect(pauses(0.5)).toEqual([60, 120, 240, 3_600, 3_600])
  expect(pauses(0)).toEqual([48, 96, 192, 2_880, 2_880])
  expect(pauses(1)).toEqual([72, 144, 288, 4_320, 4_320])
})

test('a delivery is tried for a day, some thirty times, the last time when the day is over', () => {
  let seconds = 0
  let attempts = 1
  for (;;) {
    const next = nextAttempt(attempts, seconds, 0.5)
    if (next === null) break
    expect(next).toBeGreaterThan(0)
    seconds += next
    attempts += 1
  }
  expect(seconds).toBe(DAY)
  expect(attempts).toBeGreaterThan(25)
  expect(attempts).toBeLessThan(35)
})
