import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publishScheduledJob } from '#server/features/articles/jobs.ts'
import {
  followNewsletterJob,
  queueWelcomeMailsJob,
  resumeNewslettersJob,
} from '#server/features/newsletter/jobs.ts'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import { resumeTranslationsJob } from '#server/features/translation/jobs.ts'
import type { DatabaseAddress, Sql } from '#server/platform/database/connection.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { type MailSink, startMailSink } from '../mocks/mail-sink.ts'
import { runScheduledJobs } from '../support/run-scheduled-jobs.ts'
import { createTemporaryFolder, memoryFolder } from '../support/temporary-folder.ts'
import { type MainProcess, runMain, runToEnd, succeed } from './run-main.ts'

const EMAIL = 'admin@example.com'
const PASSWORD = 'a long password'

let folder: string
let sink: MailSink
let running: MainProcess[]

beforeEach(async () => {
  folder = createTemporaryFolder('backup', memoryFolder())
  sink = await startMailSink()
  running = []
})

afterEach(async () => {
  for (const main of running) await main.stop()
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
  const url = await main.address()
  const keys = JSON.parse(await readFile(join(folder, name, 'secrets.json'), 'utf8'))
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  return { url, keys, client: createClient(url, keys.publishableKey, options), main }
}

async function withDatabase<T>(
  name: string,
  work: (sql: Sql, address: DatabaseAddress) => Promise<T>,
): Promise<T> {
  const database = await joinDatabase({ dataDir: join(folder, name), databaseUrl: undefined })
  return work(database.sql, database.address).finally(() => database.close())
}

const HELD_JOBS = [
  followNewsletterJob,
  publishScheduledJob,
  queueWelcomeMailsJob,
  resumeNewslettersJob,
  resumeTranslationsJob,
]
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
      with asked as (insert into public.newsletter_subscribers (email, confirmed) values ('bo@example.org', false) returning id)
      insert into private.newsletter_confirmation_tokens (token_hash, subscriber_id, expires_at)
      select private.sha256_hex('the link of Bo'), id, now() + interval '1 day' from asked`
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
  expect(await succeed('backup', [file], env)).toMatch(/^Backed up\. /)
  writing.abort()
  await writes
  expect(await succeed('backup', ['--verify', file], env)).toMatch(/^The backup is complete\. /)
  await first.main.stop()

  await succeed('restore', [file], { ...env, DATA_DIR: join(folder, 'second') })
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
  await fetch(`${second.url}/confirm-subscription?token=${encodeURIComponent('the link of Bo')}`, {
    method: 'POST',
  })
  const subscribed = (sql: Sql) =>
    sql`select email, confirmed, is_active from public.newsletter_subscribers where email in ('ada@example.org', 'bo@example.org') order by 1`
  expect(await withDatabase('second', subscribed)).toEqual([
    { email: 'ada@example.org', confirmed: true, is_active: false },
    { email: 'bo@example.org', confirmed: true, is_active: true },
  ])

  // Every output for an operator shows that it is held.
  const held = /restored from a backup and is held/
  expect(second.main.output()).toMatch(held)
  const readiness = await fetch(`${second.url}/readyz`)
  expect([readiness.status, await readiness.json()]).toEqual([
    200,
    { status: 'ready', held: expect.stringMatching(held) },
  ])
  const doctor = await runToEnd('doctor', [], { DATA_DIR: join(folder, 'second') })
  expect(doctor.output).toMatch(/^warning +held +.*\n +→ An administrator can let it go on/m)

  // A due article waits, even through a run of every job of a minute, until it is confirmed.
  const status = () =>
    withDatabase('second', async (sql) => (await sql`select status from public.article_schedules`)[0]?.status)
  await withDatabase('second', async (sql) => {
    // The rows are as if it had been scheduled for now from the beginning; a site that is held takes no schedules.
    await sql.transaction(async (transaction) => {
      await transaction`set local session_replication_role = replica`
      await transaction`update public.article_schedules set publish_at = now()`
    })
    await sql`
      insert into public.newsletter_issues (id, status, approved_at, seal, slug, started_at, audience)
      values (gen_random_uuid(), 'sending', now(), 'seal', '2026-11-22', now(), 1)`
  })
  await withDatabase('second', async (sql, address) => {
    const ids = await runScheduledJobs(address, HELD_JOBS)
    await vi.waitUntil(
      async () => {
        const done = await sql`select from pgboss.job where id = any(${ids}::uuid[]) and state = 'completed'`
        return done.length === ids.length
      },
      { timeout: 90_000, interval: 500 },
    )
  })
  expect(await status()).toBe('waiting')
  const [issue] = await withDatabase('second', (sql) => sql`select status from public.newsletter_issues`)
  expect(issue).toEqual({ status: 'sending' })
  expect(sink.mails.length).toBe(mails)
  const { data: found } = await second.client.rpc('find_restoration').throwOnError()
  expect(found).toMatchObject({ made_at: expect.any(String) })
  await second.client.rpc('confirm_restoration').throwOnError()
  expect(await status()).toBe('missed')
  expect((await second.client.rpc('find_restoration').throwOnError()).data).toBeNull()
}, 300_000)
