import { expect, test } from 'vitest'
import { nextAttempt } from '#server/features/webhooks/deliver-webhook.ts'

const DAY = 86_400

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
