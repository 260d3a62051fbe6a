import { expect, test } from 'vitest'
import { retryDelay } from '#app/admin/kit/query/query-view.tsx'

test('pauses grow, are bounded, and end', () => {
  const delays = Array.from({ length: 12 }, (_, failed) => retryDelay(failed))
  expect(delays).toEqual([5, 10, 20, 40, 60, 60, 60, 60, 60, 60, null, null])
})
