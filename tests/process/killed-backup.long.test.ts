import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { readRows } from '../support/schema-catalog.ts'
import { createTemporaryFolder, memoryFolder } from '../support/temporary-folder.ts'
import { runScript, succeed } from './run-main.ts'

let folder: string

beforeEach(() => {
  folder = createTemporaryFolder('killed-backup', memoryFolder())
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Rows enough that a kill finds the backup and the restore at work. */
async function openFullDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await database.sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    select 'a' || n, 'Article ' || n, 'x', repeat(md5(n::text) || ' ', 200), 'news', true from generate_series(1, 700) as n`
  return {
    sql: database.sql,
    env: { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') },
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
    if (existsSync(file)) await succeed('backup', ['--verify', file], env)
  }
  await succeed('backup', [file], env)
  const before = await readFile(file)
  const { child, ended } = runScript('backup', [file], env)
  await vi.waitUntil(() => existsSync(`${file}.partial`), { interval: 1, timeout: 20_000 })
  child.kill('SIGKILL')
  await ended
  expect((await readFile(file)).equals(before)).toBe(true)
  await succeed('backup', [file], env)
  expect(existsSync(`${file}.partial`)).toBe(false)
}, 120_000)

test('a restore that is killed at any moment is made again', async () => {
  const { sql, env } = await openFullDatabase()
  const file = join(folder, 'site.backup')
  await succeed('backup', [file], env)
  const rows = await readRows(sql)
  delete rows['private.restorations']
  for (const milliseconds of [500, 1000, 1500, 2000, 2500]) {
    const second = await createTestDatabase({ bare: true })
    const place = {
      DATABASE_URL: second.url,
      DATA_DIR: join(folder, `restored-${milliseconds}`),
    }
    const { child, ended } = runScript('restore', [file], place)
    await delay(milliseconds)
    child.kill('SIGKILL')
    await ended
    const [{ isThere }] = await second.sql<[{ isThere: boolean }]>`
      select to_regclass('public.articles') is not null as "isThere"`
    if (!isThere) await succeed('restore', [file], place)
    const restored = await readRows(second.sql)
    delete restored['private.restorations']
    expect(restored).toEqual(rows)
    expect(JSON.parse(await readFile(join(place.DATA_DIR, 'secrets.json'), 'utf8'))).toEqual(
      JSON.parse(await readFile(join(env.DATA_DIR, 'secrets.json'), 'utf8')),
    )
    await second.drop()
  }
}, 300_000)
