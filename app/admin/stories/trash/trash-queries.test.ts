import { expect, test } from 'vitest'
import {
  describeDeleter,
  describeLanguages,
  describeTimeLeft,
} from '#app/admin/stories/trash/trash-queries.ts'

const NOW = new Date('2026-11-22T09:00:00Z')

test('days that have begun count, and the last one is named', () => {
  expect(describeTimeLeft('2026-12-22T09:00:00Z', NOW)).toBe('30 more days')
  expect(describeTimeLeft('2026-11-23T09:00:01Z', NOW)).toBe('2 more days')
  expect(describeTimeLeft('2026-11-23T08:00:00Z', NOW)).toBe('until today')
  expect(describeTimeLeft('2026-11-22T08:00:00Z', NOW)).toBe('until today')
})

test('the user who deleted an article is named, also one who is no administrator any more', () => {
  expect(describeDeleter({ deleted_by: 'a', deletedByName: 'ana@example.org' })).toBe('by ana@example.org')
  expect(describeDeleter({ deleted_by: 'a', deletedByName: undefined })).toBe('by somebody who has left')
  expect(describeDeleter({ deleted_by: null, deletedByName: undefined })).toBe('automatically or by a script')
})

test('languages have their English names', () => {
  expect(describeLanguages(['en', 'de', 'fr'])).toBe('English, German, and French')
})
