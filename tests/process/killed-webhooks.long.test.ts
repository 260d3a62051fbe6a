import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { isSigned, startReceiver } from '#server/platform/links/testing/start-receiver.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const ADMIN = { email: 'nora@example.org', password: 'a long password' }

let dataDir: ReturnType<typeof temporaryDataDir>
let running: MainProcess[]

beforeEach(() => {
  dataDir = temporaryDataDir()
  running = []
})
afterEach(async () => {
  for (const main of running) await main.stop()
  await dataDir.remove()
})

async function start() {
  const main = runMain({
    DATA_DIR: dataDir.path,
    PORT: '0',
    DEMO: '0',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    WEBHOOK_SERVERS: '127.0.0.1',
  })
  running.push(main)
  return { main, url: await main.address() }
}
const PUBLISHABLE_KEY = `sb_publishable_${'a'.repeat(30)}`

async function addWebhook(site: string, url: string): Promise<string> {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(site + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: PUBLISHABLE_KEY, ...headers },
      body: JSON.stringify(body),
    })
  const signedIn = await post('/auth/v1/token?grant_type=password', ADMIN)
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const added = await post(
    '/functions/v1/save-webhook',
    { id: null, url, events: ['article.published'], enabled: true },
    { authorization: `Bearer ${token}` },
  )
  const answer = (await added.json()) as { secret: string }
  expect([added.status, answer]).toEqual([200, { id: expect.any(String), secret: expect.any(String) }])
  return answer.secret
}

async function withDatabase<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await joinDatabase({ dataDir: dataDir.path, databaseUrl: undefined })
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

test('a delivery that was sent and not recorded, because the process was killed, is sent again with the same id', async () => {
  const isReceived = Promise.withResolvers<void>()
  let isFirst = true
  // The first request is taken, and its answer never arrives.
  const receiver = await startReceiver(() => {
    if (!isFirst) return 204
    isFirst = false
    isReceived.resolve()
    return () => {}
  })
  const first = await start()
  const secret = await addWebhook(first.url, receiver.url)
  await withDatabase(
    (sql) => sql`
      insert into public.articles (slug, title, excerpt, content, category, published)
      values ('chips', 'Chips', 'About chips.', 'Chips.', 'news', true)`,
  )
  await isReceived.promise
  first.main.child.kill('SIGKILL')
  await first.main.ended

  await start()
  await expect.poll(() => receiver.received.length, { timeout: 120_000 }).toBe(2)
  const [sent, again] = receiver.received
  expect(again?.headers['webhook-id']).toBe(sent?.headers['webhook-id'])
  // The site came back at another port.
  expect(again?.event).toEqual({ ...sent?.event, data: { ...sent?.event.data, url: expect.any(String) } })
  for (const one of receiver.received) expect(isSigned(one, secret)).toBe(true)
  const rows = () => withDatabase((sql) => sql`select status, attempts from public.webhook_deliveries`)
  await expect.poll(rows, { timeout: 20_000 }).toEqual([{ status: 'delivered', attempts: 1 }])
}, 240_000)
