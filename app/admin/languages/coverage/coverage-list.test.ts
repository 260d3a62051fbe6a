import { expect, test } from 'vitest'
import { describeCell, describeNoMatch } from '#app/admin/languages/coverage/coverage-list.tsx'
import type { CoverageCell } from '#core/domain/translation-coverage.ts'

const UP_TO_DATE: CoverageCell = {
  language: 'de',
  state: 'up-to-date',
  translation_id: 'a',
  published: true,
  changed_segments: null,
  reviewed_at: null,
  waits: false,
  conflicts: 0,
  reports: 0,
  refused: 0,
  run_status: null,
  reason: null,
  segments: null,
  segments_done: null,
}
const describe = (cell: Partial<CoverageCell>, published = true) =>
  describeCell({ published }, { ...UP_TO_DATE, ...cell })

test('a stale translation says how much has changed once that is counted', () => {
  expect(describe({ state: 'stale', changed_segments: 1 }).text).toBe('1 block changed')
  expect(describe({ state: 'stale', changed_segments: 12 }).text).toBe('12 blocks changed')
  expect(describe({ state: 'stale' }).text).toBe('Out of date')
})

test('a run says how far it is, or why it does not go on', () => {
  const run = { state: 'under-way', segments: 9, segments_done: 4 } as const
  expect(describe({ ...run, run_status: 'running' }).text).toBe('4 of 9 blocks')
  expect(describe({ ...run, run_status: 'queued', segments: 0 }).text).toBe('Queued')
  expect(describe({ ...run, run_status: 'paused', reason: 'The budget is used up.' })).toEqual({
    text: 'Paused',
    more: ['The budget is used up.'],
  })
  expect(describe({ state: 'failed', reason: 'No answer.' })).toEqual({
    text: 'Failed',
    more: ['No answer.'],
  })
})

test('what an editor has to do is added', () => {
  expect(describe({ state: 'waiting', conflicts: 2, reports: 1, waits: true })).toEqual({
    text: 'To review',
    more: ['2 conflicts', '1 report', 'Readers still have the text before'],
  })
  expect(describe({ published: false }).more).toEqual(['Unpublished'])
  expect(describe({ published: false, waits: true }).more).toEqual(['Not published yet'])
  expect(describe({ published: false }, false).more).toEqual([])
})

test('a filter by state that nothing matches says what is queued or running', () => {
  expect(describeNoMatch(true, 2)).toContain('2 translations are queued or running')
  for (const text of [describeNoMatch(true, 0), describeNoMatch(false, 2)])
    expect(text).not.toContain('queued')
})
