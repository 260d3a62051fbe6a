import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requireSpeed } from '#server/platform/http/read-body.ts'

/** A request whose body has begun to arrive, at both of its ends. */
async function beginBody() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST' })
  outgoing.on('error', () => {})
  outgoing.write('x')
  const [incoming] = (await once(server, 'request')) as [IncomingMessage]
  incoming.resume()
  onTestFinished(() => void server.close())
  onTestFinished(() => void outgoing.destroy())
  const arrive = async (bytes: number) => {
    const before = incoming.socket.bytesRead
    outgoing.write('x'.repeat(bytes))
    await vi.waitFor(() => expect(incoming.socket.bytesRead).toBeGreaterThanOrEqual(before + bytes))
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return { incoming, arrive }
}

test('whoever sends next to nothing is disconnected after five seconds', async () => {
  const { incoming } = await beginBody()
  requireSpeed(incoming)
  vi.advanceTimersByTime(5_000)
  expect(incoming.destroyed).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(incoming.destroyed).toBe(true)
})

test('whoever sends sixteen kilobytes a second is not, until that ends', async () => {
  const { incoming, arrive } = await beginBody()
  requireSpeed(incoming)
  for (let second = 0; second < 20; second++) {
    await arrive(16 * 1024)
    vi.advanceTimersByTime(1_000)
  }
  expect(incoming.destroyed).toBe(false)
  vi.advanceTimersByTime(10_000)
  expect(incoming.destroyed).toBe(true)
})

test('nobody is once the body is there', async () => {
  const { incoming } = await beginBody()
  requireSpeed(incoming)()
  vi.advanceTimersByTime(60_000)
  expect(incoming.destroyed).toBe(false)
})
