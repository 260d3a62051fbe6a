import { expect, test } from 'vitest'
import { readRange } from '#server/supabase/storage/endpoints/download.ts'

const file = { size: 100, eTag: '"abc"' }

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
  [`bytes=${'9'.repeat(400)}-`, null],
  ['', null],
])('%.40s asks for %j', (range, expected) => {
  expect(readRange({ range }, file)).toEqual(expected)
})

test('a range of another version asks for the whole file', () => {
  expect(readRange({ range: 'bytes=0-9', 'if-range': '"abc"' }, file)).toEqual({ start: 0, end: 9 })
  expect(readRange({ range: 'bytes=0-9', 'if-range': '"other"' }, file)).toBeNull()
})

test('an empty file has no range', () => {
  expect(readRange({ range: 'bytes=0-' }, { ...file, size: 0 })).toBe('unsatisfiable')
  expect(readRange({ range: 'bytes=-5' }, { ...file, size: 0 })).toBe('unsatisfiable')
})
