import { mkdir, readdir, rmdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { connectTo } from '../support/raw-connection.ts'
import { prepareMains } from './prepare-mains.ts'
import type { MainProcess } from './run-main.ts'

const TIMEOUT = { timeout: 60_000 }
const PASSWORD = /admin@example\.com {2}password: \w{20}/
const mains = prepareMains()
const { start } = mains
beforeEach(() => mains.begin())
afterEach(() => mains.end())

/** Expects one line with the cause, exit code 1 and no stack. */
async function expectRefusal(main: MainProcess, cause: RegExp): Promise<void> {
  expect(await main.ended).toBe(1)
  const lines = main.output().trim().split('\n')
  expect(lines.at(-1)).toMatch(/^AI Watch cannot start\. /)
  expect(lines.at(-1)).toMatch(cause)
  expect(main.output()).not.toMatch(/^\s+at /m)
}

describe('a start', () => {
  test('prints the address, the admin address, the first password once, where mail goes, and a name that is nearly one of a variable', async () => {
    const first = start({ ADMIN_PASSWORD: '', SITE_ULR: 'https://example.org' })
    const url = await first.address()
    await first.printed(/Only this machine can open it/)
    expect(first.output()).toContain(`Admin      ${url}/admin`)
    expect(first.output()).toMatch(PASSWORD)
    expect(first.output()).toMatch(/Mail goes {2}to the outbox/)
    expect(first.output().match(/ SITE_ULR \(SITE_URL\?\)/g)).toHaveLength(1)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await first.stop()).toBe(0)

    const second = start({ ADMIN_PASSWORD: '' })
    await second.address()
    expect(second.output()).not.toContain('password')
  })

  test('fills only an empty database with the demo content', async () => {
    const first = start({ DEMO: '1' })
    await first.printed(/Demo newsroom: 26 articles in 6 languages loaded/)
    await first.address()
    await first.stop()
    const second = start({ DEMO: '1' })
    await second.address()
    expect(second.output()).not.toContain('Demo newsroom')
  })
})

describe('while it starts', () => {
  test('it responds with 503 instead of letting clients wait', async () => {
    // A start with a database that never responds does not complete.
    const database = createTcpServer((socket) => held.push(socket.on('error', () => {})))
    const held: Socket[] = []
    await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve))
    const port = await freePort()
    const address = database.address() as AddressInfo
    const main = start({
      PORT: String(port),
      DATABASE_URL: `postgres://someone@127.0.0.1:${address.port}/paper`,
    })
    const url = `http://127.0.0.1:${port}`
    const page = await vi.waitUntil(() => fetch(`${url}/article/one`).catch(() => null), TIMEOUT)
    expect([page.status, await page.text()]).toEqual([
      503,
      'This site is starting. Please try again in a moment.',
    ])
    expect(page.headers.get('retry-after')).toBe('5')
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(503)

    for (const socket of held) socket.destroy()
    database.close()
    await expectRefusal(main, /DATABASE_URL/)
  })
})

test('nothing that a client sends is printed, and no response contains a file name', async () => {
  const main = start({ DEMO: '1' })
  const url = await main.address()
  await main.printed(/Only this machine can open it.*\n\n/)
  const printed = main.output()
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n'
  const requests = [
    ...['/%ff', '/article/%c0%af', '/%1b[31mred', '/%0a2026-11-20T00:00:00.000Z%20error', '/%00', '/a%'].map(
      get,
    ),
    ...['/\u001b[31m', '/\u00ff\u00fe', '//evil.example', 'http://[::1', '/..%2f..%2fetc/passwd'].map(get),
    ...['/news.data?_routes=__proto__', '/_root.data', '/%ff.data', '/search?q=%1b', '/__manifest?p=%ff'].map(
      get,
    ),
    ...['/images/avif/1e9/demo/a.webp', '/images/avif/400/%ff', '/share/en/%ff.png', '/assets/%ff.js'].map(
      get,
    ),
    ...['/rest/v1/%ff', '/auth/v1/%ff', '/functions/v1/%ff', '/feeds/%ff.xml', '/build/server/index.js'].map(
      get,
    ),
    ...['/', '/news', '/news.data', '/robots.txt', '/%ff'].map((path) => post(path, form)),
    post('/subscribe', `${form}Origin: http://evil.example\r\n`),
    post('/subscribe', `${form}Origin: \u001b[31m\r\n`),
    post('/subscribe.data', `${form}Origin: null\r\n`),
    post('/subscribe', 'Content-Type: multipart/form-data\r\nContent-Length: 9\r\n'),
    post('/subscribe', 'Transfer-Encoding: chunked\r\n'),
    get('/').replace('Host: x', 'Host: \u001b[31m'),
    get('/').replace('GET', 'OPTIONS'),
    get('/').replace('GET', 'TRACE'),
    get('/').replace('GET', 'GET\u001b[31m'),
    get('/favicon.svg').replace('Host', 'Range: bytes=9-1\r\nHost'),
    get(`/${'a'.repeat(20_000)}`),
  ]
  for (const request of requests) {
    const connection = await connectTo(url)
    connection.socket.write(Buffer.from(request, 'latin1'))
    const response = await connection.ended
    expect(response, request).toMatch(/^HTTP\/1\.1 [2345]\d\d /)
    expect(response, request).not.toMatch(/^HTTP\/1\.1 500 /)
    expect(response.split('\r\n\r\n')[1], request).not.toMatch(
      /\.tsx?\b|node_modules|node:|file:|\n {4}at |did not provide|Error:|ENOENT/,
    )
  }
  // A client that disconnects in the middle of a body is not logged either.
  for (const path of ['/subscribe', '/rest/v1/articles', '/functions/v1/send-confirmation-email']) {
    const { socket, receives } = await connectTo(url)
    socket.write(
      `${post(path, 'Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n').slice(0, -9)}5\r\nab`,
    )
    await receives(/100 Continue/)
    socket.destroy()
  }
  await main.stop()
  expect(main.output().replace(/Stopping[\s\S]*/, '')).toBe(printed)
})

test('it is not ready while its data folder cannot be written', async () => {
  const main = start()
  const url = await main.address()
  const ready = async () => {
    const response = await fetch(`${url}/readyz`)
    return { status: response.status, body: await response.text() }
  }
  expect((await ready()).status).toBe(200)
  // Even root cannot write to a folder as if it were a file.
  await mkdir(join(mains.dataDir, '.write-probe'))
  const refused = await vi.waitUntil(
    () => ready().then((response) => response.status === 503 && response),
    TIMEOUT,
  )
  expect(JSON.parse(refused.body)).toEqual({ status: 'not ready', reason: 'data folder cannot be written' })
  await rmdir(join(mains.dataDir, '.write-probe'))
  await vi.waitUntil(async () => (await ready()).status === 200, TIMEOUT)
})

describe('bad input', () => {
  test('a second process with the same data folder is refused, and the first continues', async () => {
    const first = start()
    const url = await first.address()
    await expectRefusal(start(), /already running/)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  test('a port in use is named, and the first password is printed at the first successful start', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const refused = start({ PORT: String(port), ADMIN_PASSWORD: '' })
    await expectRefusal(refused, new RegExp(`PORT: ${port} .*already in use`))
    expect(refused.output()).not.toContain('password')
    other.close()

    const next = start({ ADMIN_PASSWORD: '' })
    await next.address()
    expect(next.output()).toMatch(PASSWORD)
  })

  test('an invalid value is reported with its variable', async () => {
    await expectRefusal(start({ PORT: 'eighty' }), /PORT: must be a number/)
    await expectRefusal(start({ SITE_URL: 'example.org' }), /SITE_URL: /)
  })

  test('an unreachable DATABASE_URL gives one line without its password, and no embedded server', async () => {
    const port = await freePort()
    const main = start({ DATABASE_URL: `postgres://someone:hunter2@127.0.0.1:${port}/paper` })
    await expectRefusal(
      main,
      new RegExp(`DATABASE_URL: no PostgreSQL answers at 127\\.0\\.0\\.1:${port}/paper`),
    )
    expect(main.output()).not.toContain('hunter2')
    expect(await readdir(mains.dataDir)).not.toContain('postgres')
  })
})

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
}

/** A form of nine bytes that is not a valid chunk. */
function post(path: string, headers: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n%ff=%00&a`
}
