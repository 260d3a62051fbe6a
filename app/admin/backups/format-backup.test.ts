import { expect, test } from 'vitest'
import { formatAgo, formatBytes } from '#app/admin/backups/format-backup.ts'

test('sizes are in megabytes or gigabytes', () => {
  expect([20, 12_345_678, 999_000_000, 2_450_000_000].map(formatBytes)).toEqual([
    '0.1 MB',
    '12.3 MB',
    '999 MB',
    '2.5 GB',
  ])
})

test('an age is in the largest unit of which there is a whole one', () => {
  const now = Date.parse('2026-11-27T12:00:00Z')
  const ago = (iso: string) => formatAgo(iso, now)
  expect(ago('2026-11-27T11:59:30Z')).toBe('Just now')
  expect(ago('2026-11-27T11:58:59Z')).toBe('1 minute ago')
  expect(ago('2026-11-27T09:30:00Z')).toBe('2 hours ago')
  expect(ago('2026-11-24T13:00:00Z')).toBe('2 days ago')
  // The clock of the server is a little ahead.
  expect(ago('2026-11-27T12:00:05Z')).toBe('Just now')
})
