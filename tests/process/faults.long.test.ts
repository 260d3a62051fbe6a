import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { startMailSink } from '../mocks/mail-sink.ts'
import { createTestDatabase } from '../support/database.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { noiseOf } from '../support/images.ts'
import { prepareMains } from './prepare-mains.ts'

const ADMIN = { email: 'admin@example.com', password: 'a long password' }
/** More than a server that is silent is waited for, and less than a browser waits. */
const LONGEST_WAIT_MS = 25_000
/** Less than it takes to notice that a server is silent. */
const AT_ONCE_MS = 4_000

const mains = prepareMains()
beforeEach(() => mains.begin())
afterEach(() => mains.end())

async function startSite(env: Record<string, string> = {}) {
  const database = await createTestDatabase({ bare: true })
  const proxy = await startDatabaseProxy(database.address)
  const main = mains.start({ DATABASE_URL: proxy.url, ...env })
  onTestFinished(async () => {
    await proxy.close()
    await database.drop()
  })
  const url = await main.address()
  const keys = JSON.parse(await readFile(join(mains.dataDir, 'secrets.json'), 'utf8'))
  const client = createClient(url, keys.publishableKey, { auth: { persistSession: false } })
  const read = async (path: string) => {
    const from = performance.now()
    const response = await fetch(url + path, { headers: { connection: 'close' } })
    const text = await response.text()
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      ms: performance.now() - from,
      text,
    }
  }
  return {
    ...{ main, url, keys, client, proxy, database, read },
    /** The lines of the log about a fault. */
    lines: (text: string) =>
      main
        .output()
        .split('\n')
        .filter((line) => line.includes(text)),
    untilReady: () => expect.poll(async () => (await read('/readyz')).status).toBe(200),
  }
}

const anArticle = (slug: string, title: string) => ({
  ...{ slug, title, language: 'en', category: 'news', author: 'Ada', published: true },
  excerpt: 'Ships.',
  content: 'Ships come in.',
})

test('while the database is away readers get cached pages or 503 soon, and everything goes on when it is back', async () => {
  const sink = await startMailSink()
  onTestFinished(() => sink.close())
  const site = await startSite({ PROCESSES: '2', SMTP_URL: sink.url })
  const { client, proxy, read, lines, main } = site
  await client.auth.signInWithPassword(ADMIN).then(({ error }) => expect(error).toBeNull())
  const save = (title: string) =>
    client.from('articles').upsert(anArticle('harbour', title), { onConflict: 'language,slug' })
  const newsOfAll = () => Promise.all(Array.from({ length: 6 }, () => read('/news')))
  expect((await save('Before')).error).toBeNull()
  await expect.poll(async () => (await newsOfAll()).every(({ text }) => text.includes('Before'))).toBe(true)
  sink.behave({ kind: 'drop', at: 'rcpt' })
  await signUp(site)
  await main.printed(/"message":"Mail cannot be sent: /)
  sink.behave({ kind: 'accept' })

  proxy.fallSilent()
  const silentSince = performance.now()
  const first = await Promise.all([read('/tech'), read('/tech'), timed(save('Lost')), timed(signIn(site))])
  for (const { status, ms } of first) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(LONGEST_WAIT_MS)
  }
  // From now on nobody waits for a service that does not respond.
  await expect.poll(async () => (await read('/tech')).ms).toBeLessThan(AT_ONCE_MS)
  expect(await read('/tech')).toMatchObject({ status: 503, retryAfter: '1' })
  for (const { status, ms } of await newsOfAll()) {
    expect(status).toBe(200)
    expect(ms).toBeLessThan(AT_ONCE_MS)
  }
  for (let n = 0; n < 50; n++) await read('/tech')
  const isAway = () => lines('The database cannot be reached')
  expect(isAway().length).toBeGreaterThan(0)
  // One line a minute of each of the three processes.
  const minutes = Math.ceil((performance.now() - silentSince) / 60_000)
  expect(isAway().length).toBeLessThanOrEqual(3 * minutes)

  await proxy.restore()
  await site.untilReady()
  await expect.poll(async () => (await read('/tech')).status).toBe(200)
  await expect.poll(async () => (await save('After')).error).toBeNull()
  await expect.poll(async () => (await newsOfAll()).every(({ text }) => text.includes('After'))).toBe(true)
  expect(lines('The database is reached again').length).toBeGreaterThan(0)
  await expect.poll(() => sink.mails.length).toBe(1)
  await main.printed(/"message":"Mail is sent again/)

  await proxy.refuse()
  for (const { status } of await newsOfAll()) expect(status).toBe(200)
  expect(await read('/world')).toMatchObject({ status: 503, retryAfter: '1' })
  await proxy.restore()
  await site.untilReady()
  await expect.poll(async () => (await save('Last')).error).toBeNull()
  await expect.poll(async () => (await newsOfAll()).every(({ text }) => text.includes('Last'))).toBe(true)
  expect(sink.mails).toHaveLength(1)
})

const isLinux = process.platform === 'linux'

test.runIf(isLinux)(
  'while files cannot grow nothing is stored in half, readers are served, and uploads work again afterwards',
  async () => {
    const site = await startSite()
    const { client, read, main, lines } = site
    await signIn(site)
    const picture = new Blob([new Uint8Array(await noiseOf(300_000))], { type: 'image/jpeg' })
    const upload = (name: string) => client.storage.from(MEDIA_BUCKET).upload(name, picture)
    expect((await upload('before.jpg')).error).toBeNull()
    const limit = (bytes: string) =>
      promisify(execFile)('prlimit', [`--pid=${main.child.pid}`, `--fsize=${bytes}`])

    await limit('50000:')
    for (let n = 0; n < 5; n++) {
      const { error } = await upload(`lost-${n}.jpg`)
      expect(error).toMatchObject({ status: 507, message: expect.stringContaining('Nothing was stored') })
    }
    expect((await read('/')).status).toBe(200)
    expect((await read(`/storage/v1/object/public/${MEDIA_BUCKET}/before.jpg`)).status).toBe(200)
    expect((await read('/readyz')).text).toContain('disk full')
    expect(lines('Files cannot be written')).toHaveLength(1)
    expect(await readdir(join(mains.dataDir, 'storage/incoming'))).toEqual([])

    await limit('unlimited:')
    expect((await upload('after.jpg')).error).toBeNull()
    await main.printed(/"message":"Files are written again/)
    await site.untilReady()
  },
)

type Site = Awaited<ReturnType<typeof startSite>>

const signIn = ({ client }: Site) =>
  client.auth.signInWithPassword(ADMIN).then(({ error }) => ({ status: error?.status }))

async function signUp({ url, keys }: Site): Promise<void> {
  const ask = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', apikey: keys.publishableKey }
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const email = 'ada@example.org'
  const { confirmation_token } = await ask('/rest/v1/rpc/subscribe_newsletter', { p_email: email })
  await ask('/functions/v1/send-confirmation-email', { email, confirmationToken: confirmation_token })
}

async function timed(work: PromiseLike<{ status?: number | undefined }>) {
  const from = performance.now()
  const { status } = await work
  return { status, ms: performance.now() - from }
}
