import { expect, test } from 'vitest'
import { readBatchSize } from './translation-run.ts'

test('a batch size is a whole number from 1 to 20, and 5 when nothing is typed', () => {
  expect(['', '  ', '1', ' 7 ', '20', '05'].map(readBatchSize)).toEqual([5, 5, 1, 7, 20, 5])
})

test('anything else is refused', () => {
  for (const typed of ['0', '21', '-1', '1.5', '1e1', 'five', '١', '5 6', '9'.repeat(400)])
    expect(readBatchSize(typed), typed).toBeNull()
})
