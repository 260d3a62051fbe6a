import { expect, test } from 'vitest'
import { createInFlightLimit } from '#server/http/in-flight.ts'

const LIMITS = {
  perKey: { requests: 2, bytes: 100 },
  inAll: { requests: 3, bytes: 150 },
  ensured: { requests: 0, bytes: 0 },
}

test('a key may have so many requests under way, and another again when one has left', () => {
  const limit = createInFlightLimit(LIMITS)
  const first = limit.enter('ada')
  expect(limit.enter('ada')).not.toBeNull()
  expect(limit.enter('ada')).toBeNull()
  expect(limit.enter('grace')).not.toBeNull()
  first?.leave()
  expect(limit.enter('ada')).not.toBeNull()
})

test('all keys together have a limit too', () => {
  const limit = createInFlightLimit(LIMITS)
  const passages = ['ada', 'grace', 'emmy'].map((key) => limit.enter(key))
  expect(passages).not.toContain(null)
  expect(limit.enter('hedy')).toBeNull()
  passages[0]?.leave()
  expect(limit.enter('hedy')).not.toBeNull()
})

test('bytes count until their answer has left', () => {
  const limit = createInFlightLimit(LIMITS)
  const [first, second] = [limit.enter('ada'), limit.enter('ada')]
  expect(first?.hold(60)).toBe(true)
  expect(second?.hold(41)).toBe(false)
  expect(second?.hold(40)).toBe(true)
  const other = limit.enter('grace')
  expect(other?.hold(51)).toBe(false)
  first?.leave()
  expect(other?.hold(51)).toBe(true)
})

test('an answer that was refused room does not count', () => {
  const limit = createInFlightLimit(LIMITS)
  const passage = limit.enter('ada')
  expect(passage?.hold(101)).toBe(false)
  expect(passage?.hold(100)).toBe(true)
})

test('who leaves twice has left once', () => {
  const limit = createInFlightLimit(LIMITS)
  const passage = limit.enter('ada')
  passage?.hold(100)
  passage?.leave()
  passage?.leave()
  const again = [limit.enter('ada'), limit.enter('ada')]
  expect(again).not.toContain(null)
  expect(limit.enter('ada')).toBeNull()
  expect(again[0]?.hold(100)).toBe(true)
  expect(again[1]?.hold(1)).toBe(false)
})

test.each(['__proto__', 'constructor', ''])('the key %j is a key like others', (key) => {
  const limit = createInFlightLimit(LIMITS)
  expect([limit.enter(key), limit.enter(key)]).not.toContain(null)
  expect(limit.enter(key)).toBeNull()
})

test('while all together have too much, a key may still have what is ensured', () => {
  const limit = createInFlightLimit({ ...LIMITS, ensured: { requests: 1, bytes: 10 } })
  for (const key of ['ada', 'ada', 'grace']) limit.enter(key)?.hold(50)
  expect(limit.enter('grace')).toBeNull()
  const late = limit.enter('hedy')
  expect(late?.hold(11)).toBe(false)
  expect(late?.hold(10)).toBe(true)
  expect(limit.enter('hedy')).toBeNull()
  late?.leave()
  expect(limit.enter('hedy')?.hold(10)).toBe(true)
})
