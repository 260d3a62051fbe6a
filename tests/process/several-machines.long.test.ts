import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { publishScheduledJob } from '#server/features/articles/jobs.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { paintImage } from '../support/images.ts'
import { startTestJobs } from '../support/jobs.ts'
import { startNginx } from '../support/nginx.ts'
import { startS3 } from '../support/s3.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { type MainProcess, runMain } from './run-main.ts'
import { startReaders } from './steady-readers.ts'

const ADMIN = { email: 'ada@example.org', password: 'correct horse battery' }
const PUBLISHED = 100

let folder: string
let database: TestDatabase
let s3: Awaited<ReturnType<typeof startS3>>
let nginx: Awaited<ReturnType<typeof startNginx>>
let first: { main: MainProcess; url: string }
let second: { main: MainProcess; url: string }
const clients: Client[] = []

/** Two machines, the first with two processes that serve: one database, one bucket, and one proxy in front. */
beforeAll(async () => {
  folder = createTemporaryFolder('machines')
  database = await createTestDatabase()
  s3 = await startS3()
  const port = await freePort()
  const siteUrl = `http://127.0.0.1:${port}`
  first = await startMachine('first', { SITE_URL: siteUrl, PROCESSES: '2' })
  second = await startMachine('second', { SITE_URL: siteUrl })
  nginx = await startNginx({ port, sites: [first.url, second.url] })
})

afterAll(async () => {
  for (const client of clients) await client.realtime.disconnect()
  await nginx?.stop()
  for (const machine of [first, second]) machine?.main.child.kill('SIGTERM')
  await Promise.all([first, second].map((machine) => machine?.main.ended))
  await s3?.stop()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function startMachine(name: string, env: Record<string, string>) {
  const port = await freePort()
  const main = runMain({
    DATA_DIR: join(folder, name),
    PORT: String(port),
    DEMO: '0',
    TRUST_PROXY: '1',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    DATABASE_URL: database.url,
    SUPABASE_PUBLISHABLE_KEY: TEST_SECRETS.publishableKey,
    SUPABASE_SECRET_KEY: TEST_SECRETS.secretKey,
    JWT_SECRET: TEST_SECRETS.jwtSecret,
    ...s3.environment,
    ...env,
  })
  await main.address()
  return { main, url: `http://127.0.0.1:${port}` }
}

/** A client of one machine, from an address of its own. */
function clientOf(url: string, key = TEST_SECRETS.publishableKey, address = freshAddress()): Client {
  const client: Client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-forwarded-for': address } },
  })
  clients.push(client)
  return client
}

async function signIn(client: Client) {
  const { data, error } = await client.auth.signInWithPassword(ADMIN)
  if (error) throw error
  return data.session
}

let addresses = 0
const freshAddress = () => `203.0.113.${++addresses}`

const article = (columns: object = {}) => ({
  slug: randomUUID(),
  title: 'The harbour opens',
  excerpt: 'Ships.',
  content: 'Ships come in.',
  category: 'news' as const,
  author: 'Ada',
  published: true,
  ...columns,
})

/** Connections to the first machine go to its two processes in turn. */
async function readEverywhere(path: string): Promise<string[]> {
  const addresses = [first.url, first.url, second.url, nginx.url]
  return Promise.all(
    addresses.map(async (url) =>
      (
        await fetch(url + path, { headers: { connection: 'close', 'x-forwarded-for': '203.0.113.250' } })
      ).text(),
    ),
  )
}

test('what is published through one of three processes is on the pages of all', async ({ annotate }) => {
  const service = clientOf(first.url, TEST_SECRETS.secretKey)
  const waits: number[] = []
  for (let round = 0; round < PUBLISHED; round++) {
    const title = `The harbour opens for the ${round}th time`
    await service.from('articles').insert(article({ title })).throwOnError()
    const from = performance.now()
    const shown = async () => (await readEverywhere('/news')).filter((page) => page.includes(title)).length
    await expect.poll(shown, { interval: 20 }).toBe(4)
    waits.push(performance.now() - from)
  }
  const late = waits.filter((wait) => wait > 1000).length
  await annotate(
    `The longest of ${PUBLISHED} took ${Math.max(...waits).toFixed(0)} ms, ${late} more than a second.`,
  )
})

test('limits count for all machines', async () => {
  const address = freshAddress()
  const statuses: (number | undefined)[] = []
  for (let attempt = 0; attempt < 12; attempt++) {
    const client = clientOf(attempt % 2 === 0 ? first.url : second.url, undefined, address)
    const { error } = await client.auth.signInWithPassword({ ...ADMIN, password: `guess ${attempt}` })
    statuses.push(error?.status)
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
})

test('who signs in at one machine is signed in at the other, and out at both', async () => {
  const session = await signIn(clientOf(first.url))
  const other = clientOf(second.url)
  const { data } = await other.auth.setSession({ ...session })
  expect(data.user?.email).toBe(ADMIN.email)
  expect((await other.auth.signOut()).error).toBeNull()
  const refreshed = await clientOf(first.url).auth.refreshSession({ ...session })
  expect(refreshed.data.session).toBeNull()
})

test('a desk that is connected through the proxy hears what is written on either machine', async () => {
  const desk = clientOf(nginx.url)
  await signIn(desk)
  await desk.realtime.setAuth()
  const heard: string[] = []
  const states: string[] = []
  desk
    .channel(randomUUID())
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'articles' }, (change) =>
      heard.push((change.new as { slug: string }).slug),
    )
    .subscribe((state) => states.push(state))
  await expect.poll(() => states.at(-1)).toBe('SUBSCRIBED')
  const [one, two] = [article(), article()]
  await clientOf(first.url, TEST_SECRETS.secretKey).from('articles').insert(one).throwOnError()
  await clientOf(second.url, TEST_SECRETS.secretKey).from('articles').insert(two).throwOnError()
  await expect.poll(() => heard).toEqual([one.slug, two.slug])
})

test('a schedule is kept once, by whichever worker takes it, and shows on all machines', async () => {
  const jobs = await startTestJobs(database, { works: false })
  onTestFinished(() => jobs.stop())
  const due = article({ title: 'The bridge is finished', published: false })
  const { sql } = database
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values (${due.slug}, ${due.title}, ${due.excerpt}, ${due.content}, ${due.category}, false)`
  await sql`
    insert into public.article_schedules (article_id, publish_at, zone)
    select id, now() + interval '1 second', 'UTC' from public.articles where slug = ${due.slug}`
  await jobs.queue.enqueue(publishScheduledJob, {})
  const shown = async () => (await readEverywhere('/news')).filter((page) => page.includes(due.title)).length
  await expect.poll(shown).toBe(4)
  const published = await sql`
    select did from public.audit_log where action = 'publish_article' and did like '%as scheduled' and subject_name like ${`%${due.title}%`}`
  expect(published).toHaveLength(1)
})

test('a picture that was uploaded through one machine is served by all', async () => {
  const client = clientOf(first.url)
  await signIn(client)
  const path = `articles/${randomUUID()}.png`
  const picture = new Blob([(await paintImage('png', { width: 900, height: 600 })) as never], {
    type: 'image/png',
  })
  const { error } = await client.storage.from('article-images').upload(path, picture)
  expect(error).toBeNull()
  const sizes = new Set<number>()
  for (const { url } of [first, second, nginx]) {
    const response = await fetch(`${url}/storage/v1/object/public/article-images/${path}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    sizes.add((await response.arrayBuffer()).byteLength)
  }
  expect(sizes.size).toBe(1)
})

test('one machine restarts and the other stops without a failed request', async () => {
  const readers = startReaders(nginx.url)
  onTestFinished(() => readers.stop())
  await readers.more(100)
  first.main.child.kill('SIGHUP')
  await first.main.printed(/3 processes were replaced/)
  await second.main.stop()
  await readers.more(100)
  expect(readers.failures()).toEqual([])
})
