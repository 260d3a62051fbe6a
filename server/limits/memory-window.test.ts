import { expect, test } from 'vitest'
import { createMemoryWindow } from '#server/limits/memory-window.ts'

/** Three tries in ten seconds, by a clock that moves when it is told to. */
function limitByHand(limit = 3) {
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

test('as many tries as the limit go on, the next waits for the rest of the window', () => {
  const { take, takeAll, pass } = limitByHand()
  expect(takeAll('a', 3)).toEqual([0, 0, 0])
  expect(take('a')).toBe(10)
  pass(4_001)
  expect(take('a')).toBe(6)
  pass(5_998)
  expect(take('a')).toBe(1)
})

test('the window ends ten seconds after the first try, however often somebody tried meanwhile', () => {
  const { takeAll, take, pass } = limitByHand()
  takeAll('a', 50)
  pass(9_999)
  expect(take('a')).toBe(1)
  pass(1)
  expect(takeAll('a', 4)).toEqual([0, 0, 0, 10])
})

test('keys do not count for each other', () => {
  const { takeAll, take } = limitByHand()
  takeAll('a', 9)
  expect([take('b'), take(''), take('__proto__')]).toEqual([0, 0, 0])
  expect(take('a')).toBe(10)
})

test('a try that is given back does not count, and a key that is forgotten begins anew', () => {
  const { takeAll, take, giveBack, forget } = limitByHand()
  takeAll('a', 3)
  giveBack('a')
  expect([take('a'), take('a')]).toEqual([0, 10])
  forget('a')
  expect(takeAll('a', 4)).toEqual([0, 0, 0, 10])
  giveBack('unknown')
  for (let n = 0; n < 9; n++) giveBack('b')
  expect(takeAll('b', 4)).toEqual([0, 0, 0, 10])
})

test('by the clock of the machine a limit holds as well', () => {
  const { take } = createMemoryWindow({ limit: 1, windowSeconds: 3600 })
  expect(take('a')).toBe(0)
  expect(take('a')).toBeGreaterThan(3590)
})

test('beyond 50,000 keys the one that was silent longest is forgotten, and a busy one is not', () => {
  const { take } = limitByHand(1)
  take('busy')
  take('silent')
  for (let n = 0; n < 49_998; n++) take(`${n}`)
  expect(take('busy')).toBe(10)
  take('one more')
  expect(take('busy')).toBe(10)
  expect(take('silent')).toBe(0)
})
