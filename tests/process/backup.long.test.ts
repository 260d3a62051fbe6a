import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { type MailSink, startMailSink } from '../mocks/mail-sink.ts'
import { createTestDatabase } from '../support/database.ts'
import { readRows } from '../support/schema-catalog.ts'
import { sharedResource } from '../support/shared-resources.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { type MainProcess, runMain, runScript } from './run-main.ts'

const EMAIL = 'admin@example.com'
const PASSWORD = 'a long password'

let folder: string
let sink: MailSink
let running: MainProcess[]

beforeEach(async () => {
  folder = createTemporaryFolder('backup')
  sink = await startMailSink()
  running = []
})

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
  await sink.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(name: string) {
  const main = runMain({
    DATA_DIR: join(folder, name),
    PORT: '0',
    DEMO: '0',
    ADMIN_PASSWORD: PASSWORD,
    SMTP_URL: sink.url,
  })
  running.push(main)
  const [, url = ''] = await main.printed(/AI Watch {3}(http:\S+)/)
  const keys = JSON.parse(await readFile(join(folder, name, 'secrets.json'), 'utf8'))
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  return { url, keys, client: createClient(url, keys.publishableKey, options), main }
}

async function withDatabase<T>(name: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await joinDatabase({ dataDir: join(folder, name), databaseUrl: undefined })
  return work(database.sql).finally(() => database.close())
}

/** Runs a command to its end, and expects that it succeeds. */
async function run(script: string, args: string[], env: Record<string, string>): Promise<string> {
  const { ended, output } = runScript(script, args, env)
  expect(await ended, output()).toBe(0)
  return output()
}

const SUBSCRIBER = '01a1fffc-bbb6-728a-a153-f6a6807d551b'

test('a site that is backed up while it works goes on elsewhere: old links work, nobody is mailed, everybody signs in again', async () => {
  const first = await start('first')
  const { data: signedIn } = await first.client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  const session = signedIn.session
  if (!session) throw new Error('Nobody is signed in.')
  const draft = { title: 'The draft', excerpt: 'x', content: 'x', category: 'news', published: false }
  await first.client
    .from('articles')
    .insert({ ...draft, slug: 'the-draft' })
    .throwOnError()
  await withDatabase('first', async (sql) => {
    await sql`
      insert into public.newsletter_subscribers (id, email, confirmed, confirmed_at)
      values (${SUBSCRIBER}, 'ada@example.org', true, now())`
    await sql`
      insert into public.articles (slug, title, excerpt, content, category, published)
      values ('soon', 'Soon', 'Soon.', 'Soon.', 'news', false)`
    await sql`
      insert into public.article_schedules (article_id, publish_at, zone)
      select id, now() + interval '1 hour', 'UTC' from public.articles where slug = 'soon'`
  })
  await vi.waitUntil(
    () =>
      withDatabase('first', async (sql) => {
        const waiting = await sql`select from private.newsletter_welcomes`
        return waiting.length === 0
      }),
    { timeout: 20_000 },
  )

  const file = join(folder, 'site.backup')
  let written = 0
  const writing = new AbortController()
  const writes = (async () => {
    while (!writing.signal.aborted) {
      const row = { ...draft, slug: `draft-${written}`, title: `Draft ${written}` }
      await first.client.from('articles').insert(row).throwOnError()
      written++
    }
  })()
  await vi.waitUntil(() => written > 5, { timeout: 20_000 })
  const env = { DATA_DIR: join(folder, 'first'), BACKUP_PASSPHRASE: 'correct horse battery' }
  expect(await run('backup', [file], env)).toMatch(/^Backed up\. /)
  writing.abort()
  await writes
  expect(await run('backup', ['--verify', file], env)).toMatch(/^The backup is complete\. /)
  first.main.child.kill('SIGTERM')
  await first.main.ended

  await run('restore', [file], { ...env, DATA_DIR: join(folder, 'second') })
  const mails = sink.mails.length
  const second = await start('second')
  expect(second.keys).toEqual(first.keys)
  const old = createClient(second.url, second.keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { authorization: `Bearer ${session.access_token}` } },
  })
  expect((await old.from('articles').select('slug').eq('slug', 'the-draft')).data ?? []).toEqual([])
  const refreshed = await second.client.auth.refreshSession({ refresh_token: session.refresh_token })
  expect(refreshed.error?.message).toBeDefined()
  await second.client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD })
  const { data: drafts } = await second.client
    .from('articles')
    .select('slug')
    .like('slug', '%draft%')
    .throwOnError()
  expect(drafts.length).toBeGreaterThan(5)
  expect(drafts.length).toBeLessThanOrEqual(written + 1)

  const token = createSubscriberLinks(first.keys.jwtSecret).tokenFor('unsubscribe', SUBSCRIBER)
  const left = await fetch(`${second.url}/unsubscribe?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(left.status).toBe(200)

  // What is due waits, also through a run of every job of a minute, until it is confirmed.
  const status = () =>
    withDatabase('second', async (sql) => (await sql`select status from public.article_schedules`)[0]?.status)
  await withDatabase('second', (sql) => sql`update public.article_schedules set publish_at = now()`)
  await vi.waitUntil(
    () =>
      withDatabase('second', async (sql) => {
        const done = await sql`
          select from pgboss.job where name in ('publish-scheduled', 'follow-newsletter') and state = 'completed'`
        return done.length >= 2
      }),
    { timeout: 90_000, interval: 500 },
  )
  expect(await status()).toBe('waiting')
  expect(sink.mails.length).toBe(mails)
  const { data: held } = await second.client.rpc('find_restoration').throwOnError()
  expect(held).toMatchObject({ made_at: expect.any(String) })
  await second.client.rpc('confirm_restoration').throwOnError()
  await vi.waitUntil(async () => (await status()) === 'published', { timeout: 90_000, interval: 500 })
  expect((await second.client.rpc('find_restoration').throwOnError()).data).toBeNull()
}, 300_000)

async function urlOf(address: unknown): Promise<string> {
  const { host, port, user } = await sharedResource('postgres')
  const { database } = address as { database: string }
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Rows enough that making and restoring the backup takes a second. */
async function openFullDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await database.sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    select 'a' || n, 'Article ' || n, 'x', repeat(md5(n::text) || ' ', 200), 'news', true from generate_series(1, 1500) as n`
  return {
    sql: database.sql,
    env: { DATABASE_URL: await urlOf(database.address), DATA_DIR: join(folder, 'data') },
  }
}

test('a backup that is killed leaves nothing under its name, and one that is there stays', async () => {
  const { env } = await openFullDatabase()
  const file = join(folder, 'site.backup')
  for (const milliseconds of [400, 600, 800, 1000, 1200, 1400]) {
    const { child, ended } = runScript('backup', [file], env)
    await delay(milliseconds)
    child.kill('SIGKILL')
    await ended
    if (existsSync(file)) await run('backup', ['--verify', file], env)
  }
  await run('backup', [file], env)
  const before = await readFile(file)
  const { child, ended } = runScript('backup', [file], env)
  await vi.waitUntil(() => existsSync(`${file}.partial`), { interval: 1, timeout: 20_000 })
  child.kill('SIGKILL')
  await ended
  expect((await readFile(file)).equals(before)).toBe(true)
  await run('backup', [file], env)
  expect(existsSync(`${file}.partial`)).toBe(false)
}, 120_000)

test('a restore that is killed at any moment is made again', async () => {
  const { sql, env } = await openFullDatabase()
  const file = join(folder, 'site.backup')
  await run('backup', [file], env)
  const rows = await readRows(sql)
  delete rows['private.restorations']
  for (const milliseconds of [500, 1000, 1500, 2000, 2500, 3000, 4000]) {
    const second = await createTestDatabase({ bare: true })
    const place = {
      DATABASE_URL: await urlOf(second.address),
      DATA_DIR: join(folder, `restored-${milliseconds}`),
    }
    const { child, ended } = runScript('restore', [file], place)
    await delay(milliseconds)
    child.kill('SIGKILL')
    await ended
    const [{ isThere }] = await second.sql<[{ isThere: boolean }]>`
      select to_regclass('public.articles') is not null as "isThere"`
    if (!isThere) await run('restore', [file], place)
    const restored = await readRows(second.sql)
    delete restored['private.restorations']
    expect(restored).toEqual(rows)
    expect(JSON.parse(await readFile(join(place.DATA_DIR, 'secrets.json'), 'utf8'))).toEqual(
      JSON.parse(await readFile(join(env.DATA_DIR, 'secrets.json'), 'utf8')),
    )
    await second.drop()
  }
}, 300_000)
