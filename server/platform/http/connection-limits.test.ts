import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { shareConnections } from '#server/platform/http/connection-limits.ts'

function from(remoteAddress: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
}

test('an address with every connection loses its oldest ones to other addresses, and gets no more', () => {
  const admit = shareConnections(5)
  const greedy = Array.from({ length: 5 }, () => from('192.0.2.1'))
  for (const socket of greedy) expect(admit(socket)).toBe(true)
  expect(admit(from('192.0.2.1'))).toBe(false)

  const others = ['192.0.2.2', '192.0.2.3'].map(from)
  for (const socket of others) expect(admit(socket)).toBe(true)
  expect(greedy.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false, false])
  expect(admit(from('192.0.2.1'))).toBe(false)
  expect(others.some(({ destroyed }) => destroyed)).toBe(false)
})

test('when all addresses have equally many, the next connection is refused', () => {
  const admit = shareConnections(3)
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) admit(from(address))
  expect(admit(from('192.0.2.4'))).toBe(false)
})

test('the addresses of one IPv6 /64 share one quota', () => {
  const admit = shareConnections(4)
  const greedy = [1, 2, 3].map((n) => from(`2001:db8::${n}`))
  for (const socket of [...greedy, from('192.0.2.1')]) admit(socket)
  expect(admit(from('2001:db8::4'))).toBe(false)
  expect(admit(from('192.0.2.1'))).toBe(true)
  expect(greedy[0]?.destroyed).toBe(true)
})

test('a closed connection frees its slot', async () => {
  const admit = shareConnections(1)
  const first = from('192.0.2.1')
  admit(first)
  const closed = new Promise((resolve) => first.once('close', resolve))
  first.destroy()
  await closed
  expect(admit(from('192.0.2.1'))).toBe(true)
})
