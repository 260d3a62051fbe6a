import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { connectTo } from '../support/raw-connection.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

const KEY = TEST_SECRETS.publishableKey
/** What the official client sends with every request of a reader. */
const READER = { apikey: KEY, authorization: `Bearer ${KEY}` }
const MB = 1024 * 1024
/** More than there are connections of either pool. */
const MANY = 40

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())

const from = (ip: string) => ({ ...READER, 'x-forwarded-for': ip })

async function countWaiting(): Promise<number> {
  const [row] = await app.database.sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row.count
}

/** Has every statement on a table wait until `work` is over. */
async function whileLocked(table: 'articles' | 'newsletter_subscribers', work: () => Promise<void>) {
  await app.database.sql.transaction(async (transaction) => {
    await transaction.script(`lock table public.${table} in access exclusive mode`)
    await work()
  })
}

/** Asks many times from one address, meanwhile does something else, and tells how many answers came before that was over. */
async function countAnswersDuring(
  ask: (n: number, signal: AbortSignal) => Promise<unknown>,
  during: () => Promise<void>,
) {
  const ends = new AbortController()
  let answered = 0
  const all = Array.from({ length: MANY }, async (_, n) => {
    await ask(n, ends.signal)
    answered += 1
  })
  await expect.poll(countWaiting).toBeGreaterThan(0)
  await during()
  const before = answered
  ends.abort()
  await Promise.allSettled(all)
  return before
}

test('an address whose reads take long keeps no other reader waiting', async () => {
  await whileLocked('articles', async () => {
    const answered = await countAnswersDuring(
      (_, signal) => fetch(`${app.url}/rest/v1/articles?select=id`, { headers: from('192.0.2.1'), signal }),
      async () => {
        const path = '/rest/v1/rpc/search_articles?p_query=-nothing'
        const read = await fetch(app.url + path, { headers: from('192.0.2.2') })
        expect([read.status, await read.json()]).toEqual([200, []])
      },
    )
    expect(answered).toBe(0)
  })
})

test('an address whose writes take long keeps nobody else from writing', async () => {
  const confirm = (ip: string, body: object, signal: AbortSignal | null = null) =>
    fetch(`${app.url}/rest/v1/rpc/confirm_newsletter_subscription`, {
      method: 'POST',
      headers: { ...from(ip), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
  await whileLocked('newsletter_subscribers', async () => {
    const answered = await countAnswersDuring(
      (n, signal) => confirm('192.0.2.3', { p_token: `token-${n}` }, signal),
      async () => {
        const { error } = await app.service().from('articles').select('id')
        expect(error).toBeNull()
        const written = await fetch(`${app.url}/rest/v1/rpc/subscribe_newsletter`, {
          method: 'POST',
          headers: { ...from('192.0.2.4'), 'content-type': 'application/json' },
          body: JSON.stringify({ p_email: 'no address' }),
        })
        expect((await written.json()).message).toBe('Invalid email address')
      },
    )
    expect(answered).toBe(0)
  })
})

test('who goes away still has a request under way for as long as the database works on it', async () => {
  const line = `GET /rest/v1/articles?select=id HTTP/1.1\r\nhost: x\r\napikey: ${KEY}\r\nx-forwarded-for: 192.0.2.5\r\n\r\n`
  // Asks the database nothing.
  const status = async () =>
    (await fetch(`${app.url}/rest/v1/no_such_table`, { headers: from('192.0.2.5') })).status
  await whileLocked('articles', async () => {
    for (let n = 0; n < 60; n++) {
      const { socket } = await connectTo(app.url)
      await new Promise((resolve) => socket.write(line, resolve))
      socket.destroy()
    }
    await expect.poll(status).toBe(429)
  })
  await expect.poll(status).toBe(404)
})

test('a stranger with the public key as a token cannot have megabytes read', async () => {
  const { socket, receives, received } = await connectTo(app.url)
  const head = Object.entries({ ...READER, host: 'x', 'content-type': 'application/json' })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /rest/v1/articles HTTP/1.1\r\n${lines}content-length: ${3 * MB}\r\n\r\n[`)
  await receives(/PGRST102/)
  expect(received()).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
})

test('a dozen addresses that never finish their requests keep no other reader out', async () => {
  const head = `POST /rest/v1/rpc/confirm_newsletter_subscription HTTP/1.1\r\nhost: x\r\napikey: ${KEY}\r\ncontent-type: application/json\r\ncontent-length: 10\r\n`
  const sockets: Socket[] = []
  for (let n = 0; n < 12 * 45; n++) {
    const { socket } = await connectTo(app.url)
    socket.write(`${head}x-forwarded-for: 192.0.2.${100 + (n % 12)}\r\n\r\n{`)
    sockets.push(socket)
  }
  const busy = await fetch(`${app.url}/rest/v1/slug_redirects`, { headers: from('192.0.2.100') })
  expect(busy.status).toBe(429)
  const read = await fetch(`${app.url}/rest/v1/slug_redirects`, { headers: from('192.0.2.6') })
  expect(read.status).toBe(200)
  for (const socket of sockets) socket.destroy()
})
