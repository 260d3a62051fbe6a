import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedDemo, seedDemoPictures } from '#server/features/demo/seed-demo.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import { purgeUnusedFiles } from '#server/supabase/storage/unused-files.ts'
import { ADMIN, startTestApp, type TestApp } from '../support/app.ts'
import { startTestJobs, type TestJobs } from '../support/jobs.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { type MainProcess, runMain, runScript } from './run-main.ts'

const PAPER = {
  site_name: 'Le Monde Vert',
  accent: '#0f7b3f',
  icon: './icon.svg',
  categories: ['news', 'business', 'tech', 'opinion'].map((slug) => ({ slug })),
  retired: { hack: 'tech' },
  pages: { imprint: { en: { title: 'Imprint', content: 'Who we are.' } } },
}

let app: TestApp
let jobs: TestJobs
let folder: string

beforeEach(async () => {
  app = await startTestApp()
  jobs = await startTestJobs(app.database, { storageDir: app.storageDir, works: false })
  folder = createTemporaryFolder('killed-setup')
  await seedDemoPictures(jobs.services)
  await seedDemo(app.database.sql)
  await app.database.sql`insert into public.settings (key, value) values ('accent', '"#000000"')`
  await writeFile(join(folder, 'site.json'), JSON.stringify(PAPER))
  const square =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><path fill="#0a2a66" d="M0 0h90v90z"/></svg>'
  await writeFile(join(folder, 'icon.svg'), square)
}, 60_000)
afterEach(async () => {
  await jobs.stop()
  await app.stop()
})

async function environment(): Promise<Record<string, string>> {
  return {
    DATABASE_URL: app.database.url,
    DATA_DIR: join(folder, 'data'),
    STORAGE_DIR: app.storageDir,
    PORT: '0',
    DEMO: '0',
  }
}

/** Kills a process while it waits for this lock, and returns when PostgreSQL has ended what it was doing. */
async function killWhileItWaits(lock: string, begin: () => Promise<MainProcess>): Promise<void> {
  const { sql } = app.database
  await sql.transaction(async (session) => {
    await session.script(lock)
    const { child, ended } = await begin()
    await untilSomebodyWaits(sql)
    child.kill('SIGKILL')
    await ended
  })
  await withAdvisoryLock(sql, 'setup', () => withAdvisoryLock(sql, 'firstContent', async () => {}))
}

/** Everything that a set-up and a removal change. */
async function state() {
  const [row] = await app.database.sql<[Record<string, unknown>]>`
    select (select jsonb_agg(id order by id) from public.articles) as articles,
      (select jsonb_agg(version order by version) from storage.objects) as objects,
      (select jsonb_object_agg(key, value) from public.settings) as settings,
      (select jsonb_object_agg(slug, retired_to) from public.categories) as sections,
      (select count(*)::int from private.look_files) as looks,
      (select count(*)::int from public.pages) as pages,
      (select count(*)::int from public.audit_log) as entries`
  return row
}

const filesOnDisk = async () =>
  (await readdir(join(app.storageDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
const listed = async (rows: Promise<{ file: string }[]>) => (await rows).map(({ file }) => file).toSorted()
const filesOfObjects = () => listed(app.database.sql`select version as file from storage.objects`)
const filesToRemove = () => listed(app.database.sql`select file from storage.unused_files`)

/** Each object has its file, and each other file is noted for removal. */
async function expectWholeFiles(): Promise<void> {
  const [disk, used, unused] = [await filesOnDisk(), await filesOfObjects(), await filesToRemove()]
  expect(used.filter((file) => !disk.includes(file))).toEqual([])
  expect(disk.filter((file) => !used.includes(file) && !unused.includes(file))).toEqual([])
}

test('a set-up that is killed has changed nothing, wherever it was, and the next one does it all', async () => {
  const env = await environment()
  const begin = () => runScript('setup', ['--file', join(folder, 'site.json'), '--without-demo'], env)
  const before = await state()
  for (const lock of [
    `select from public.settings where key like 'landing%' for update`,
    'select from storage.objects for update',
    `select from public.settings where key = 'accent' for update`,
    `select from public.categories where slug = 'hack' for update`,
    'lock table public.pages in share mode',
  ]) {
    await killWhileItWaits(lock, async () => begin())
    expect(await state(), lock).toEqual(before)
    await expectWholeFiles()
  }
  const whole = begin()
  expect([await whole.ended, whole.output()]).toEqual([0, expect.stringContaining('Removed the demo')])
  expect(await state()).toMatchObject({
    articles: null,
    objects: null,
    looks: 1,
    pages: 1,
    sections: { hack: 'tech' },
  })
  await expectWholeFiles()
  await purgeUnusedFiles(jobs.services.storage, AbortSignal.timeout(10_000))
  expect(await filesOnDisk()).toEqual([])
}, 180_000)

test('a site that is killed while it begins empty has removed nothing, or all, and no file that is still used', async () => {
  const { sql } = app.database
  const env = await environment()
  await sql`update public.articles set title = 'Mine' where slug = 'the-case-for-boring-ai'`
  async function start() {
    const main = runMain(env)
    const url = await main.address()
    const apikey = JSON.parse(await readFile(join(folder, 'data/secrets.json'), 'utf8')).publishableKey
    const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey, ...headers },
        body: JSON.stringify(body),
      })
    const { access_token: token } = await (await post('/auth/v1/token?grant_type=password', ADMIN)).json()
    const beginEmpty = () =>
      post('/functions/v1/remove-demo', { site_name: 'AI Watch' }, { authorization: `Bearer ${token}` })
    return { main, beginEmpty }
  }
  const first = await start()
  const before = await state()
  await killWhileItWaits('select from storage.objects for update', async () => {
    void first.beginEmpty().catch(() => {})
    return first.main
  })
  expect(await state()).toEqual(before)
  await expectWholeFiles()

  const second = await start()
  const response = await second.beginEmpty()
  // Files are removed after the response.
  second.main.child.kill('SIGKILL')
  expect(await response.json()).toMatchObject({
    kept: [{ slug: 'the-case-for-boring-ai', work: ['edited'] }],
  })
  await second.main.ended
  expect((await filesOfObjects()).length).toBe(1)
  await expectWholeFiles()
  await purgeUnusedFiles(jobs.services.storage, AbortSignal.timeout(10_000))
  expect(await filesOnDisk()).toEqual(await filesOfObjects())
}, 180_000)
