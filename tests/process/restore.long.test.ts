import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { NODE_FLAGS } from '#server/platform/process/child-process.ts'
import { ROOT } from '#server/platform/root.ts'
import { openBackend } from '#server/supabase/storage/backends/storage-backend.ts'
import { createTestDatabase } from '../support/database.ts'
import { paintImage } from '../support/images.ts'
import { startS3 } from '../support/s3.ts'
import { readRows } from '../support/schema-catalog.ts'
import { createTemporaryFolder, memoryFolder } from '../support/temporary-folder.ts'
import { type MainProcess, runMain, runToEnd, succeed } from './run-main.ts'

const PASSWORD = 'a long password'
const PASSPHRASE = { BACKUP_PASSPHRASE: 'correct horse battery' }
/** More by hand: thirty of them are a minute of backups. */
const ROUNDS = Number(process.env.BACKUP_ROUNDS ?? 3)

let folder: string
let site: { main: MainProcess; url: string; dataDir: string; sql: Sql; close(): Promise<void> }

beforeAll(async () => {
  folder = createTemporaryFolder('restore', memoryFolder())
  const dataDir = join(folder, 'site')
  const main = runMain({ DATA_DIR: dataDir, PORT: '0', DEMO: '0', ADMIN_PASSWORD: PASSWORD, PROCESSES: '2' })
  const url = await main.address()
  const { sql, close } = await joinDatabase({ dataDir, databaseUrl: undefined })
  site = { main, url, dataDir, sql, close }
  return async () => {
    await close()
    await main.stop()
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** An empty database of PostgreSQL for a command, and a data folder. */
async function openPlace(name: string, s3?: Awaited<ReturnType<typeof startS3>>) {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  const dataDir = join(folder, name)
  return {
    sql: database.sql,
    dataDir,
    backend: openBackend({ folder: join(dataDir, 'storage'), s3: s3?.config ?? null }),
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ...s3?.environment,
    },
  }
}

type Place = Awaited<ReturnType<typeof openPlace>>

/** Writes without a pause: an article with its subscriber in one statement, and now and then a picture in the place of an older one. */
async function startWriting() {
  const { publishableKey } = JSON.parse(await readFile(join(site.dataDir, 'secrets.json'), 'utf8'))
  const client = createClient(site.url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({ email: 'admin@example.com', password: PASSWORD })
  if (error) throw error
  const pictures = client.storage.from('article-images')
  const stopping = new AbortController()
  const told = { begun: 0, written: 0 }
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const n = ++told.begun
      await site.sql`
        with article as (
          insert into public.articles (slug, title, excerpt, content, category, published)
          values (${`written-${n}`}, ${`Written ${n}`}, 'x', ${'x'.repeat(1 + (n % 3000))}, 'news', ${n % 2 === 0}))
        insert into public.newsletter_subscribers (email, confirmed) values (${`reader-${n}@example.org`}, true)`
      if (n % 50 === 0) {
        const picture = await paintImage('png', { colour: `#${String(n).padStart(6, '0')}` })
        const uploaded = await pictures.upload(`articles/${n}.png`, picture, { contentType: 'image/png' })
        // 300 pictures may be uploaded in five minutes.
        if (uploaded.error && !/^Too many uploads/.test(uploaded.error.message)) throw uploaded.error
        await pictures.remove([`articles/${n - 150}.png`])
      }
      told.written = n
    }
  })()
  ended.catch(() => {})
  return {
    told,
    wrote: (more: number) => {
      const goal = told.written + more
      return vi.waitUntil(() => told.written >= goal, { timeout: 60_000 })
    },
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** Every article with its subscriber, all that were written before the backup and none begun after it, and a file for each picture. */
async function expectOneMoment(place: Place, [least, most]: [number, number]): Promise<void> {
  const [counted] = await place.sql<
    [{ articles: number; subscribers: number; held: boolean; sessions: number }]
  >`
    select (select count(*)::integer from public.articles where slug like 'written-%') as articles,
      (select count(*)::integer from public.newsletter_subscribers where email like 'reader-%') as subscribers,
      private.is_held() as held, (select count(*)::integer from auth.sessions) as sessions`
  expect(counted).toEqual({
    articles: counted.subscribers,
    subscribers: expect.any(Number),
    held: true,
    sessions: 0,
  })
  expect(counted.articles).toBeGreaterThanOrEqual(least)
  expect(counted.articles).toBeLessThanOrEqual(most)
  const pictures = await place.sql<{ version: string; size: string }[]>`
    select version, metadata ->> 'size' as size from storage.objects`
  for (const { version, size } of pictures) {
    const stored = await place.backend.read(version)
    expect(stored && (await buffer(stored)).length, version).toBe(Number(size))
  }
}

test('each backup that is made while two processes write is everything of one moment, wherever it is restored', async () => {
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  const writing = await startWriting()
  onTestFinished(() => writing.stop())
  await writing.wrote(60)
  for (let round = 0; round < ROUNDS; round++) {
    const file = join(folder, `${round}.backup`)
    const secret = round % 2 === 0 ? {} : PASSPHRASE
    const least = writing.told.written
    await succeed('backup', [file], { DATA_DIR: site.dataDir, ...secret })
    const most = writing.told.begun
    const place = await openPlace(`round-${round}`, round % 2 === 0 ? undefined : s3)
    await succeed('restore', [file], { ...place.env, ...secret })
    await expectOneMoment(place, [least, most])
    await writing.wrote(20)
  }
  await writing.stop()

  // The backup is restored from PostgreSQL and a bucket into a data folder with everything in it.
  const place = await openPlace('bucket', s3)
  await succeed('backup', [join(folder, 'last.backup')], { DATA_DIR: site.dataDir })
  await succeed('restore', [join(folder, 'last.backup')], place.env)
  await succeed('backup', [join(folder, 'back.backup')], place.env)
  const dataDir = join(folder, 'back')
  await succeed('restore', [join(folder, 'back.backup')], { DATA_DIR: dataDir })
  const back = runMain({ DATA_DIR: dataDir, PORT: '0', DEMO: '0' })
  onTestFinished(async () => {
    await back.stop()
  })
  const url = await back.address()
  const [picture] = await place.sql<
    [{ name: string }]
  >`select name from storage.objects order by name limit 1`
  const path = `/storage/v1/object/public/article-images/${picture.name}`
  const [before, after] = await Promise.all([fetch(site.url + path), fetch(url + path)])
  expect(after.status).toBe(200)
  expect(Buffer.from(await after.arrayBuffer())).toEqual(Buffer.from(await before.arrayBuffer()))
}, 600_000)

test('a restore onto a running site, or beside another one, is refused in one line', async () => {
  const file = join(folder, 'running.backup')
  await succeed('backup', [file], { DATA_DIR: site.dataDir })
  const onto = await runToEnd('restore', [file], { DATA_DIR: site.dataDir })
  expect(onto).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^Another AI Watch \(process \d+\) is already running on the data folder .*: stop it, or set another DATA_DIR\.\n$/,
    ),
  })
  expect((await fetch(site.url)).status).toBe(200)

  const place = await openPlace('two')
  const both = await Promise.all([
    runToEnd('restore', [file], place.env),
    runToEnd('restore', [file], { ...place.env, DATA_DIR: join(folder, 'two-of-another-folder') }),
  ])
  expect(both.map(({ code }) => code).sort(), JSON.stringify(both)).toEqual([0, 1])
  const refused = both.find(({ code }) => code === 1)?.output
  expect(refused).toMatch(/Another backup or restore, or an export, is under way|The database is not empty/)
  expect(await place.sql`select from public.articles`).not.toEqual([])
}, 120_000)

/** Runs a command that may write no file larger than some blocks of half a kilobyte, as on a disk that is full. */
async function runOnFullDisk(blocks: number, script: string, args: string[], env: Record<string, string>) {
  const command = 'ulimit -f "$0"; exec "$@"'
  const entry = join(ROOT, 'scripts', `${script}.ts`)
  const all = ['-c', command, String(blocks), process.execPath, ...NODE_FLAGS, entry, ...args]
  const given = { PATH: process.env.PATH ?? '', ...env }
  const child = spawn('sh', all, { cwd: ROOT, env: given, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code, output }
}

test('a disk that fills up during a backup or a restore leaves what was there', async () => {
  const first = await openPlace('first')
  const file = join(folder, 'full.backup')
  await succeed('backup', [file], { DATA_DIR: site.dataDir })
  await succeed('restore', [file], first.env)
  const version = randomUUID()
  const stored = join(first.dataDir, 'storage/files', version.slice(0, 2))
  await mkdir(stored, { recursive: true })
  await writeFile(join(stored, version), randomBytes(1_000_000))
  await first.sql`insert into storage.objects (bucket_id, name, version) values ('article-images', 'articles/large.png', ${version})`

  const before = await readFile(file)
  const made = await runOnFullDisk(500, 'backup', [file], first.env)
  const noRoom =
    /^It cannot be written: .* \(EFBIG\)\. Make room there or use another disk, and try again\.\n$/
  expect(made).toEqual({ code: 1, output: expect.stringMatching(noRoom) })
  expect((await readFile(file)).equals(before)).toBe(true)
  expect(await readdir(folder)).not.toContain('full.backup.partial')

  await succeed('backup', [file], first.env)
  const second = await openPlace('second')
  const restored = await runOnFullDisk(500, 'restore', [file], second.env)
  expect(restored).toEqual({ code: 1, output: expect.stringMatching(noRoom) })
  expect(await second.sql`select to_regclass('public.articles') as articles`).toEqual([{ articles: null }])
  expect(await readdir(second.dataDir)).not.toContain('secrets.json')
  await succeed('restore', [file], second.env)
  const rows = async ({ sql }: Place) => ({ ...(await readRows(sql)), 'private.restorations': [] })
  expect(await rows(second)).toEqual(await rows(first))
  expect(await second.backend.read(version).then((stream) => stream && buffer(stream))).toHaveLength(
    1_000_000,
  )
}, 120_000)
