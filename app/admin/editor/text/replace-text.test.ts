import { expect, test } from 'vitest'
import { offsetInDocument, replacementOf } from '#app/admin/editor/text/replace-text.ts'

test.each([
  ['abc', 'abXc', { from: 2, to: 2, insert: 'X' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['', 'a', { from: 0, to: 0, insert: 'a' }],
  ['abc', 'xyz', { from: 0, to: 3, insert: 'xyz' }],
])('%j becomes %j by the smallest change', (before, after, change) => {
  expect(replacementOf(before, after)).toEqual(change)
})

test('a text that is the same needs no change', () => {
  expect(replacementOf('a', 'a')).toBeNull()
})

test('line breaks count as one character, whatever they are', () => {
  expect(offsetInDocument('a\r\nb\rc\nd', 7)).toBe(6)
  expect(offsetInDocument('abc', 2)).toBe(2)
})
