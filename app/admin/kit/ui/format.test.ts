import { expect, test } from 'vitest'
import { formatAge, formatBytes } from '#app/admin/kit/ui/format.ts'

test('an age is in the largest unit of which there is a whole one', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const ago = (seconds: number) => formatAge(new Date(now.getTime() - 1000 * seconds).toISOString(), now)
  expect([-5, 0, 59, 60, 7_199, 200_000].map(ago)).toEqual([
    ...['now', 'now', '59 seconds ago', '1 minute ago', '1 hour ago', '2 days ago'],
  ])
})

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [770_400, '770 kB'],
  [12_345_678, '12.3 MB'],
  [2_450_000_000, '2.5 GB'],
  [5 * 1000 ** 5, '5,000 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
