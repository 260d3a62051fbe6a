import { expect, test } from 'vitest'
import { periodOf } from '#app/admin/readers/readers-queries.ts'

test.each([
  [null, 30],
  ['7', 7],
  ['365', 365],
  ['8', 30],
  ['-7', 30],
  ['07', 30],
  ['7 or 1=1', 30],
])('the period %s is %s days', (asked, days) => {
  expect(periodOf(asked)).toBe(days)
})
