import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { requestAnswer } from '#server/platform/links/request-answer.ts'
import { startNameServer } from '../../../tests/support/name-server.ts'

const CLIENT = { allowed: ['127.0.0.1'], userAgent: 'Test/1.0' }
const { signal } = new AbortController()
const GET = { method: 'GET', headers: {}, signal, reads: true, timeoutMs: 200 } as const

async function startServer(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

test('an answer has its status, when to come again, and its text where that is short', async () => {
  const url = await startServer((_, response) =>
    response.writeHead(503, { 'retry-after': '120' }).end('later'),
  )
  expect(await requestAnswer(url, CLIENT, GET)).toEqual({
    status: 503,
    retryAfterSeconds: 120,
    body: 'later',
  })
  const large = await startServer((_, response) => response.end('x'.repeat(3_000)))
  expect(await requestAnswer(large, CLIENT, GET)).toEqual({ status: 200, retryAfterSeconds: null, body: '' })
  const dated = await startServer((_, response) =>
    response.writeHead(429, { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }).end(),
  )
  expect((await requestAnswer(dated, CLIENT, GET)).retryAfterSeconds).toBeNull()
})

test('redirects are answers, and are not followed', async () => {
  let requests = 0
  const url = await startServer((_, response) => {
    requests++
    response.writeHead(307, { location: '/' }).end()
  })
  expect((await requestAnswer(url, CLIENT, GET)).status).toBe(307)
  expect(requests).toBe(1)
})

test('a server that is silent, or sends a byte now and then, is left in time', async () => {
  const silent = await startServer(() => {})
  await expect(requestAnswer(silent, CLIENT, GET)).rejects.toThrow()
  const slow = await startServer((_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(timer))
  })
  await expect(requestAnswer(slow, CLIENT, GET)).rejects.toThrow()
})

test.each([
  'http://10.0.0.7/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/',
  'http://inside.example/',
])('nothing is sent to %s', async (address) => {
  const nameServers = [await startNameServer(() => ['192.168.0.1'])]
  const client = { allowed: [], nameServers, userAgent: 'Test/1.0' }
  await expect(requestAnswer(new URL(address), client, GET)).rejects.toThrow(
    expect.objectContaining({ code: 'EPRIVATE' }),
  )
})

test('an address that was resolved before is checked as well, and the name is not looked up again', async () => {
  const asked: string[] = []
  const nameServers = [await startNameServer((name) => (asked.push(name) > 0 ? ['203.0.113.7'] : []))]
  const client = { allowed: [], nameServers, userAgent: 'Test/1.0' }
  const inside = { ...client, resolved: { address: '10.0.0.7', family: 4 } }
  await expect(requestAnswer(new URL('http://reader.example/'), inside, GET)).rejects.toThrow(
    expect.objectContaining({ code: 'EPRIVATE' }),
  )
  expect(asked).toEqual([])
})
