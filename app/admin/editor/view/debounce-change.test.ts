import { Text } from '@codemirror/state'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounceChange } from '#app/admin/editor/view/debounce-change.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startTeller() {
  const told: string[] = []
  return { told, teller: debounceChange((text) => told.push(text), 100) }
}

test('of several changes the last is told, some time after the first', () => {
  const { told, teller } = startTeller()
  teller.changed(Text.of(['a']))
  vi.advanceTimersByTime(60)
  teller.changed(Text.of(['ab']))
  expect(told).toEqual([])
  vi.advanceTimersByTime(40)
  expect(told).toEqual(['ab'])
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual(['ab'])
  teller.changed(Text.of(['abc', '']))
  vi.advanceTimersByTime(100)
  expect(told).toEqual(['ab', 'abc\n'])
})

test('whoever asks is told at once, and only once', () => {
  const { told, teller } = startTeller()
  teller.flush()
  teller.changed(Text.of(['a']))
  teller.flush()
  teller.flush()
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual(['a'])
})

test('what another text has replaced is not told', () => {
  const { told, teller } = startTeller()
  teller.changed(Text.of(['a']))
  teller.forget()
  teller.flush()
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([])
})
