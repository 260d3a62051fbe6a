import { describe, expect, test } from 'vitest'
import { daysOfView, findGaps, isDay, mondayOf, shiftDay, shiftMonth } from '#core/domain/calendar.ts'

const NOW = new Date('2026-11-27T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 864e5).toISOString()

describe('a gap', () => {
  const sections = (weeks: number, is_planned: boolean) =>
    findGaps(
      { today: '2026-11-27', sections: [{ section: 'opinion', weeks, is_planned }], languages: [] },
      NOW,
    )

  test('is a section of nearly every week with nothing for the next one', () => {
    expect(sections(8, false)).toEqual([{ kind: 'section', section: 'opinion' }])
    expect(sections(6, false)).toHaveLength(1)
    expect(sections(5, false)).toEqual([])
    expect(sections(8, true)).toEqual([])
  })

  test.each([
    // One a day as a rule: missed after a week, and no earlier.
    [{ count: 20, newest: 6.9, oldest: 26 }, null],
    [{ count: 20, newest: 9.5, oldest: 29 }, 9],
    // One every ten days as a rule: missed after twenty.
    [{ count: 3, newest: 19, oldest: 39 }, null],
    [{ count: 3, newest: 21, oldest: 41 }, 21],
    // All at once, as with an import.
    [{ count: 20, newest: 8, oldest: 8 }, 8],
    // Nothing is usual yet.
    [{ count: 1, newest: 300, oldest: 300 }, null],
    [{ count: 0, newest: null, oldest: null }, null],
  ])(
    'is a language that is silent for more than twice as long as usual: %j',
    ({ count, newest, oldest }, days) => {
      const language = {
        language: 'pt',
        count,
        newest: newest === null ? null : daysAgo(newest),
        oldest: oldest === null ? null : daysAgo(oldest),
      }
      expect(findGaps({ today: '2026-11-27', sections: [], languages: [language] }, NOW)).toEqual(
        days === null ? [] : [{ kind: 'language', language: 'pt', days }],
      )
    },
  )
})

test('days are counted without regard to clocks', () => {
  expect(shiftDay('2027-03-27', 2)).toBe('2027-03-29')
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01')
  expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29')
  expect(['2026-11-23', '2026-11-27', '2026-11-29'].map(mondayOf)).toEqual(Array(3).fill('2026-11-23'))
  expect(shiftMonth('2026-12-31', 2)).toBe('2027-02-01')
})

test('a view shows whole weeks, at most six', () => {
  expect(daysOfView('week', '2026-11-27')).toEqual([
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
  ])
  const month = daysOfView('month', '2026-11-27')
  expect([month[0], month.at(-1), month.length]).toEqual(['2026-10-26', '2026-12-06', 42])
  expect(daysOfView('month', '2027-02-10')).toHaveLength(28)
})

test.each([
  ['2026-11-27', true],
  ['2026-02-30', false],
  ['1999-12-31', false],
  ['2200-01-01', false],
  ['2026-1-1', false],
  ['today', false],
])('%s is a day: %s', (text, isOne) => {
  expect(isDay(text)).toBe(isOne)
})
