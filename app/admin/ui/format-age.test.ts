import { expect, test } from 'vitest'
import { formatAge } from '#app/admin/ui/format-age.ts'

test('an age is in the largest unit of which there is a whole one', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const ago = (seconds: number) => formatAge(new Date(now.getTime() - 1000 * seconds).toISOString(), now)
  expect([-5, 0, 59, 60, 7_199, 200_000].map(ago)).toEqual([
    ...['now', 'now', '59 seconds ago', '1 minute ago', '1 hour ago', '2 days ago'],
  ])
})
