import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type ClientHttp2Stream, connect, type IncomingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { freePort } from '../support/free-port.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { type RunningProxy, startProxy } from './start-proxy.ts'

const METRICS_TOKEN = 'a-token-of-the-tests'
const { publishableKey } = TEST_SECRETS

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1, metricsToken: METRICS_TOKEN })
})
afterAll(() => app.stop())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends a request by HTTPS, whatever the certificate. */
async function ask(
  { port }: RunningProxy,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer; localAddress?: string } = {},
): Promise<Answer> {
  const { body, ...rest } = options
  const to = { host: '127.0.0.1', port, path, servername: 'localhost', rejectUnauthorized: false }
  const sent = request({ ...to, ...rest, headers: { host: 'localhost', ...rest.headers } })
  const answered = once(sent, 'response')
  // A body that is refused is not read to its end.
  sent.on('error', () => {})
  sent.end(body)
  const [response] = await answered
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }
}

describe.each([
  ['nginx', '127.0.0.2', '127.0.0.3'],
  ['caddy', '127.0.0.4', '127.0.0.5'],
] as const)('%s with its file of deploy/', (name, one, other) => {
  let proxy: RunningProxy
  beforeAll(async () => {
    proxy = await startProxy(name, app.url)
  })
  afterAll(() => proxy.stop())

  test('HTTP leads to HTTPS', async () => {
    const response = await fetch(`http://localhost:${proxy.plainPort}/article/one?page=2`, {
      redirect: 'manual',
    })
    expect([301, 308]).toContain(response.status)
    expect(response.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/article\/one\?page=2$/)
  })

  test('a page arrives over HTTP/2 with the headers of the site, compressed once, and as not modified', async () => {
    const session = connect(`https://localhost:${proxy.port}`, { rejectUnauthorized: false })
    onTestFinished(() => session.close())
    const get = async (headers: Record<string, string>) => {
      const stream: ClientHttp2Stream = session.request({
        ':path': '/about',
        'accept-encoding': 'br',
        ...headers,
      })
      const [answer] = await once(stream, 'response')
      let bytes = 0
      for await (const part of stream) bytes += part.length
      return { answer, bytes }
    }
    const { answer, bytes } = await get({})
    expect(answer[':status']).toBe(200)
    expect(answer['content-encoding']).toBe('br')
    expect(answer['x-frame-options']).toBe('DENY')
    expect(answer['content-security-policy']).toMatch(/^default-src 'self'/)
    expect(answer['cache-control']).toContain('public')
    expect(bytes).toBeGreaterThan(1_000)
    const again = await get({ 'if-none-match': String(answer.etag) })
    expect(again.answer[':status']).toBe(304)
    const plain = await ask(proxy, '/about', { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.toString()).toMatch(/<\/html>\s*$/)
  })

  test('the site counts for the address of the client, whatever that invents', async () => {
    const counted = await ask(proxy, '/functions/v1/count-proxies')
    expect(JSON.parse(counted.body.toString())).toEqual({ proxies: 1 })
    const askForMail = async (localAddress: string, invented: string) => {
      const { status } = await ask(proxy, '/auth/v1/recover', {
        method: 'POST',
        localAddress,
        headers: {
          apikey: publishableKey,
          'content-type': 'application/json',
          'x-forwarded-for': invented,
          'x-real-ip': invented,
        },
        body: Buffer.from(JSON.stringify({ email: `${randomUUID()}@example.org` })),
      })
      return status
    }
    const { points } = LIMITS.recovery
    const statuses: number[] = []
    for (let turn = 0; turn <= points; turn++) statuses.push(await askForMail(one, `203.0.113.${turn}`))
    expect(statuses).toEqual([...Array(points).fill(200), 429])
    expect(await askForMail(other, '203.0.113.1')).toBe(200)
  })

  test('the request id is one of the proxy, and not one of a client', async () => {
    const { headers } = await ask(proxy, '/about', { headers: { 'x-request-id': 'invented' } })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/)
  })

  test('live updates pass', async () => {
    const url = `wss://localhost:${proxy.port}/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`
    const socket = new WebSocket(url, { rejectUnauthorized: false })
    await once(socket, 'open')
    socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }))
    const [message] = await once(socket, 'message')
    expect(JSON.parse(String(message))).toMatchObject({ ref: '1', payload: { status: 'ok' } })
    socket.close()
  })

  test('the largest import of subscribers passes, and no larger one', async () => {
    const { data } = await (await app.administrator()).auth.getSession()
    const upload = (body: Buffer) =>
      ask(proxy, '/functions/v1/import-subscribers?source=Test&dryRun=1', {
        method: 'POST',
        headers: {
          apikey: publishableKey,
          authorization: `Bearer ${data.session?.access_token}`,
          'content-type': 'text/csv',
          'content-length': String(body.length),
        },
        body,
      })
    const line = (index: number) => `reader${index}@example.org,${'x'.repeat(10_000)}\n`
    const csv = (length: number) =>
      Buffer.from(`email,notes\n${Array.from({ length }, (_, index) => line(index)).join('')}`)
    const largest = await upload(csv(4_900))
    expect(largest.status, largest.body.toString().slice(0, 500)).toBe(200)
    expect(JSON.parse(largest.body.toString())).toMatchObject({ added: 4_900 })
    expect((await upload(csv(5_300))).status).toBe(413)
  })

  test('/metrics is for this machine only', async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    expect((await fetch(`${app.url}/metrics`, { headers })).status).toBe(200)
    for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics', '/metrics?x=1'])
      expect((await ask(proxy, path, { headers })).status, path).toBe(404)
  })

  test('no query string and no secret of a calendar is logged', async () => {
    await ask(proxy, '/calendar/of-a-mail.ics')
    await ask(proxy, '/admin/recovery?token=of-a-mail')
    await fetch(`http://localhost:${proxy.plainPort}/admin/recovery?token=of-a-mail`, { redirect: 'manual' })
    await ask(proxy, '/about', { headers: { referer: 'https://localhost/admin/recovery?token=of-a-mail' } })
    const log = await proxy.accessLog()
    expect(log).not.toContain('of-a-mail')
    if (name === 'nginx')
      for (const status of [200, 301])
        expect(log).toMatch(new RegExp(`"GET /admin/recovery HTTP/1\\.1" ${status} `))
  })
})

test('behind Caddy a request waits until the site listens, and gets what it then says', async () => {
  const port = await freePort()
  const proxy = await startProxy('caddy', `http://127.0.0.1:${port}`)
  onTestFinished(() => proxy.stop())
  const stopped = createTcpServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
  const tried = once(stopped, 'connection')
  const waiting = ask(proxy, '/')
  await tried
  await new Promise((resolve) => stopped.close(resolve))
  const site = createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '5' }).end('This site is starting.')
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void site.close())
  const { status, headers } = await waiting
  expect([status, headers['retry-after']]).toEqual([503, '5'])
})
