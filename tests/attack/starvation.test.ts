import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { addMember, type Member } from '../support/members.ts'
import { connectTo } from '../support/raw-connection.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

const KEY = TEST_SECRETS.publishableKey
/** The headers that the official client sends with an anonymous request. */
const READER = { apikey: KEY, authorization: `Bearer ${KEY}` }
const MB = 1024 * 1024
/** A read that the site itself asks. */
const KNOWN = '/rest/v1/rpc/list_published_newsletters?p_language=en&p_limit=1&p_offset=0'
/** More than either pool has connections. */
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

/** Locks a table, so that every statement on it waits until `work` is done. */
async function whileLocked(table: 'articles' | 'newsletter_subscribers', work: () => Promise<void>) {
  await app.database.sql.transaction(async (transaction) => {
    await transaction.script(`lock table public.${table} in access exclusive mode`)
    await work()
  })
}

/** Sends many requests from one address, does something else in the meantime, and returns how many responses came before that was done. */
async function countResponsesDuring(
  ask: (n: number, signal: AbortSignal) => Promise<unknown>,
  during: () => Promise<void>,
) {
  const ends = new AbortController()
  let responses = 0
  const all = Array.from({ length: MANY }, async (_, n) => {
    await ask(n, ends.signal)
    responses += 1
  })
  await expect.poll(countWaiting).toBeGreaterThan(0)
  await during()
  const before = responses
  ends.abort()
  await Promise.allSettled(all)
  return before
}

test('an address whose reads take long does not delay other readers', async () => {
  await whileLocked('articles', async () => {
    const responses = await countResponsesDuring(
      (_, signal) => fetch(`${app.url}/rest/v1/articles?select=id`, { headers: from('192.0.2.1'), signal }),
      async () => {
        const read = await fetch(app.url + KNOWN, { headers: from('192.0.2.2') })
        expect([read.status, await read.json()]).toEqual([200, []])
      },
    )
    expect(responses).toBe(0)
  })
})

/** Counts the statements of these connections that wait for a lock. */
async function countLocked(application: 'anonymous' | 'requests'): Promise<number> {
  const [row] = await app.database.sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name = ${`ai-watch ${application}`}`
  return row.count
}

test('many addresses that were never seen have one place and a second for what the site itself does not ask', async () => {
  const ends = new AbortController()
  const { signal } = ends
  const answers: unknown[] = []
  const ask = async (ip: string) => {
    while (!signal.aborted) {
      const path = '/rest/v1/articles?select=id'
      const response = await fetch(app.url + path, { headers: from(ip), signal })
      const { code } = await response.json()
      answers.push(code)
    }
  }
  await whileLocked('articles', async () => {
    const all = Array.from({ length: 48 }, (_, n) => ask(`192.0.2.${30 + (n % 16)}`).catch(() => {}))
    const locked: number[] = []
    const note = async () => locked.push(await countLocked('anonymous'))
    await expect.poll(async () => (await note()) && locked.at(-1)).toBeGreaterThan(0)
    for (let n = 0; n < 20; n++) {
      const read = await fetch(app.url + KNOWN, { headers: from(`192.0.2.${60 + n}`) })
      expect(await read.json()).toEqual([])
      await note()
    }
    expect(Math.max(...locked)).toBe(1)
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    ends.abort()
    await Promise.all(all)
  })
  // Requests that had their turn got 57014; the others were told after ten seconds that it did not come.
  expect(new Set(answers)).toContain('57014')
  expect([...new Set(answers)].filter((code) => code !== '57014' && code !== 'PGRST003')).toEqual([])
})

test('people of the desk whose reads take long are left one place, and others read and write', async () => {
  const ada = await addMember(app, 'Ada', { role: 'author' })
  const tom = await addMember(app, 'Tom', { role: 'translator', languages: ['de'] })
  const nora = await app.administrator()
  const ends = new AbortController()
  const { signal } = ends
  const ask = async ({ client }: Member) => {
    while (!signal.aborted) await client.from('articles').select('id').abortSignal(signal).retry(false)
  }
  await whileLocked('articles', async () => {
    const all = [ada, tom].flatMap((member) => [1, 2, 3, 4].map(() => ask(member)))
    await expect.poll(() => countLocked('requests'), { timeout: 30_000 }).toBeGreaterThan(1)
    await expect.poll(() => countLocked('requests'), { timeout: 30_000 }).toBe(1)
    for (let n = 0; n < 20; n++) {
      const { data } = await nora
        .from('ideas')
        .insert({ title: `Idea ${n}` })
        .select('title')
        .throwOnError()
      expect(data).toEqual([{ title: `Idea ${n}` }])
    }
    // Between two of their reads there is none, and for a moment there can be more.
    await expect.poll(() => countLocked('requests'), { timeout: 30_000 }).toBeLessThanOrEqual(1)
    ends.abort()
    await Promise.all(all)
  })
}, 60_000)

test('all that an address asks without a session is limited', async () => {
  const ask = async (ip: string) => {
    const response = await fetch(`${app.url}/rest/v1/no_such_table`, { headers: from(ip) })
    return [response.status, Number(response.headers.get('retry-after')) > 0]
  }
  const { points } = LIMITS.data
  for (let n = 0; n < points; n += 40) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('192.0.2.8')))
    expect(new Set(answers.map(String))).toEqual(new Set(['404,false']))
  }
  expect([await ask('192.0.2.8'), await ask('192.0.2.9')]).toEqual([
    [429, true],
    [404, false],
  ])
})

test('an address whose writes take long does not block other writers', async () => {
  const confirm = (ip: string, body: object, signal: AbortSignal | null = null) =>
    fetch(`${app.url}/rest/v1/rpc/confirm_newsletter_subscription`, {
      method: 'POST',
      headers: { ...from(ip), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
  await whileLocked('newsletter_subscribers', async () => {
    const responses = await countResponsesDuring(
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
    expect(responses).toBe(0)
  })
})

test('counting the subscribers, which takes the longer the more there are, is limited for each address', async () => {
  const count = async (ip: string) =>
    (await fetch(`${app.url}/rest/v1/rpc/subscriber_figure`, { headers: from(ip) })).status
  for (let n = 0; n < 30; n++) expect(await count('192.0.2.6')).toBe(200)
  expect([await count('192.0.2.6'), await count('192.0.2.7')]).toEqual([429, 200])
})

test('a request of a client that disconnected stays in flight while the database works on it', async () => {
  const line = `GET /rest/v1/articles?select=id HTTP/1.1\r\nhost: x\r\napikey: ${KEY}\r\nx-forwarded-for: 192.0.2.5\r\n\r\n`
  // This request needs no query.
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

test('an anonymous caller with the public key as a token cannot send megabytes', async () => {
  const { socket, receives, received } = await connectTo(app.url)
  const head = Object.entries({ ...READER, host: 'x', 'content-type': 'application/json' })
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /rest/v1/articles HTTP/1.1\r\n${lines}content-length: ${3 * MB}\r\n\r\n[`)
  await receives(/PGRST102/)
  expect(received()).toMatch(/^HTTP\/1.1 413 /)
  socket.destroy()
})

test('a dozen addresses that never finish their requests do not block other readers', async () => {
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
