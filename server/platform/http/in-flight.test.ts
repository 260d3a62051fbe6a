import { expect, test } from 'vitest'
import { createInFlightLimit } from '#server/platform/http/in-flight.ts'

const LIMITS = {
  perKey: { requests: 2, bytes: 100 },
  inAll: { requests: 3, bytes: 150 },
  ensured: { requests: 0, bytes: 0 },
}

test('a key may have a number of requests in flight, and another one once one is released', () => {
  const limit = createInFlightLimit(LIMITS)
  const first = limit.admit('ada')
  expect(limit.admit('ada')).not.toBeNull()
  expect(limit.admit('ada')).toBeNull()
  expect(limit.admit('grace')).not.toBeNull()
  first?.release()
  expect(limit.admit('ada')).not.toBeNull()
})

test('all keys together have a limit too', () => {
  const limit = createInFlightLimit(LIMITS)
  const tickets = ['ada', 'grace', 'emmy'].map((key) => limit.admit(key))
  expect(tickets).not.toContain(null)
  expect(limit.admit('hedy')).toBeNull()
  tickets[0]?.release()
  expect(limit.admit('hedy')).not.toBeNull()
})

test('bytes count until their request is released', () => {
  const limit = createInFlightLimit(LIMITS)
  const [first, second] = [limit.admit('ada'), limit.admit('ada')]
  expect(first?.reserve(60)).toBe(true)
  expect(second?.reserve(41)).toBe(false)
  expect(second?.reserve(40)).toBe(true)
  const other = limit.admit('grace')
  expect(other?.reserve(51)).toBe(false)
  first?.release()
  expect(other?.reserve(51)).toBe(true)
})

test('a response that was refused does not count', () => {
  const limit = createInFlightLimit(LIMITS)
  const ticket = limit.admit('ada')
  expect(ticket?.reserve(101)).toBe(false)
  expect(ticket?.reserve(100)).toBe(true)
})

test('releasing a request twice counts once', () => {
  const limit = createInFlightLimit(LIMITS)
  const ticket = limit.admit('ada')
  ticket?.reserve(100)
  ticket?.release()
  ticket?.release()
  const again = [limit.admit('ada'), limit.admit('ada')]
  expect(again).not.toContain(null)
  expect(limit.admit('ada')).toBeNull()
  expect(again[0]?.reserve(100)).toBe(true)
  expect(again[1]?.reserve(1)).toBe(false)
})

test.each(['__proto__', 'constructor', ''])('%j is an ordinary key', (key) => {
  const limit = createInFlightLimit(LIMITS)
  expect([limit.admit(key), limit.admit(key)]).not.toContain(null)
  expect(limit.admit(key)).toBeNull()
})

test('while the total is used up, a key still gets what is ensured', () => {
  const limit = createInFlightLimit({ ...LIMITS, ensured: { requests: 1, bytes: 10 } })
  for (const key of ['ada', 'ada', 'grace']) limit.admit(key)?.reserve(50)
  expect(limit.admit('grace')).toBeNull()
  const late = limit.admit('hedy')
  expect(late?.reserve(11)).toBe(false)
  expect(late?.reserve(10)).toBe(true)
  expect(limit.admit('hedy')).toBeNull()
  late?.release()
  expect(limit.admit('hedy')?.reserve(10)).toBe(true)
})
