import { expect, test } from 'vitest'
import { formatFigure, formatLongWeekday, formatShare } from '#app/admin/readers/format-figure.ts'

test('figures, shares and weekdays in words', () => {
  expect(formatFigure(1204)).toBe('1,204')
  expect([formatShare(27, 100), formatShare(27, 1000), formatShare(1, 100_000), formatShare(3, 0)]).toEqual([
    '27%',
    '2.7%',
    '0%',
    '0%',
  ])
  expect(formatLongWeekday('2026-11-28')).toBe('Saturday')
})
