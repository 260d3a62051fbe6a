import { expect, test } from 'vitest'
import { createMemoryWindow } from '#server/platform/limits/memory-window.ts'

/** Three attempts in ten seconds, with a clock that the test moves. */
function startWindow(limit = 3) {
  let at = 1_000_000
  const limiter = createMemoryWindow({ limit, windowSeconds: 10, now: () => at })
  return {
    ...limiter,
    takeAll: (key: string, times: number) => Array.from({ length: times }, () => limiter.take(key)),
    pass: (ms: number) => {
      at += ms
    },
  }
}

test('as many attempts as the limit are allowed, the next waits for the rest of the window', () => {
  const { take, takeAll, pass } = startWindow()
  expect(takeAll('a', 3)).toEqual([0, 0, 0])
  expect(take('a')).toBe(10)
  pass(4_001)
  expect(take('a')).toBe(6)
  pass(5_998)
  expect(take('a')).toBe(1)
})

test('the window ends ten seconds after the first attempt, however many follow', () => {
  const { takeAll, take, pass } = startWindow()
  takeAll('a', 50)
  pass(9_999)
  expect(take('a')).toBe(1)
  pass(1)
  expect(takeAll('a', 4)).toEqual([0, 0, 0, 10])
})

test('each key has its own count', () => {
  const { takeAll, take } = startWindow()
  takeAll('a', 9)
  expect([take('b'), take(''), take('__proto__')]).toEqual([0, 0, 0])
  expect(take('a')).toBe(10)
})

test('a refunded attempt does not count, and a reset key starts again', () => {
  const { takeAll, take, refund, reset } = startWindow()
  takeAll('a', 3)
  refund('a')
  expect([take('a'), take('a')]).toEqual([0, 10])
  reset('a')
  expect(takeAll('a', 4)).toEqual([0, 0, 0, 10])
  refund('unknown')
  for (let n = 0; n < 9; n++) refund('b')
  expect(takeAll('b', 4)).toEqual([0, 0, 0, 10])
})

test('the real clock works as well', () => {
  const { take } = createMemoryWindow({ limit: 1, windowSeconds: 3600 })
  expect(take('a')).toBe(0)
  expect(take('a')).toBeGreaterThan(3590)
})

test('beyond 50,000 keys the one that was used longest ago is forgotten', () => {
  const { take } = startWindow(1)
  take('busy')
  take('silent')
  for (let n = 0; n < 49_998; n++) take(`${n}`)
  expect(take('busy')).toBe(10)
  take('one more')
  expect(take('busy')).toBe(10)
  expect(take('silent')).toBe(0)
})
