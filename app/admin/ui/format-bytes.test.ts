import { expect, test } from 'vitest'
import { formatBytes } from '#app/admin/ui/format-bytes.ts'

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
