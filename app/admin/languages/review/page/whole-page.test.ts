import { expect, test } from 'vitest'
import { interpolate } from '#app/admin/languages/review/page/whole-page.tsx'

const points = [
  [0, 0],
  [2, 100],
  [2, 150],
  [10, 250],
] as const

test.each([
  [-1, 0],
  [0, 0],
  [1, 50],
  [2, 150],
  [6, 200],
  [10, 250],
  [99, 250],
])('the value at %i is %i', (at, value) => {
  expect(interpolate(points, at)).toBe(value)
})

test('without points it is 0', () => {
  expect(interpolate([], 5)).toBe(0)
})
