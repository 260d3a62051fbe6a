import { Text } from '@codemirror/state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounceChange, offsetInDocument, replacementOf } from '#app/admin/editor/view/use-code-mirror.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const texts: string[] = []
  return { texts, debounced: debounceChange((text) => texts.push(text), 100) }
}

test('of several changes the last is passed on, some time after the first', () => {
  const { texts, debounced } = start()
  debounced.changed(Text.of(['a']))
  vi.advanceTimersByTime(60)
  debounced.changed(Text.of(['ab']))
  expect(texts).toEqual([])
  vi.advanceTimersByTime(40)
  expect(texts).toEqual(['ab'])
  vi.advanceTimersByTime(1_000)
  expect(texts).toEqual(['ab'])
  debounced.changed(Text.of(['abc', '']))
  vi.advanceTimersByTime(100)
  expect(texts).toEqual(['ab', 'abc\n'])
})

test('a flush calls back at once, and only once', () => {
  const { texts, debounced } = start()
  debounced.flush()
  debounced.changed(Text.of(['a']))
  debounced.flush()
  debounced.flush()
  vi.advanceTimersByTime(1_000)
  expect(texts).toEqual(['a'])
})

test('a cancelled change is dropped', () => {
  const { texts, debounced } = start()
  debounced.changed(Text.of(['a']))
  debounced.cancel()
  debounced.flush()
  vi.advanceTimersByTime(1_000)
  expect(texts).toEqual([])
})

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
