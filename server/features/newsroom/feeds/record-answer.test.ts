import { expect, test } from 'vitest'
import { secondsAfterFailure, secondsUntilNext } from '#server/features/newsroom/feeds/record-answer.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const headers = (cacheControl: string) =>
  ({ 'cache-control': cacheControl }) as Parameters<typeof secondsUntilNext>[0]

test.each([
  ['', 0, 1],
  ['max-age=60', 5, 1],
  ['public, max-age=7200', 0, 2],
  ['s-maxage=7200', 0, 1],
  ['no-cache', 180, 3],
  ['max-age=99999999', 0, 6],
  ['', 999_999, 6],
])('with %j and a ttl of %i a feed is asked again after %i hours', (cacheControl, ttlMinutes, hours) => {
  expect(secondsUntilNext(headers(cacheControl), { ttlMinutes })).toBe(hours * 3_600)
})

test.each([
  [1, '', 1],
  [2, '', 2],
  [3, '', 4],
  [6, '', 24],
  [10_000, '', 24],
  [1, '7200', 2],
  [1, 'Fri, 27 Nov 2026 15:00:00 GMT', 3],
  [1, 'Fri, 27 Nov 2020 15:00:00 GMT', 1],
  [1, '99999999', 24],
  [1, 'soon', 1],
])('after %i failures and Retry-After %j it is asked again after %i hours', (failures, retryAfter, hours) => {
  expect(secondsAfterFailure(failures, retryAfter, NOW)).toBe(hours * 3_600)
})
