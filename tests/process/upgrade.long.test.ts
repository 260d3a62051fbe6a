import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources } from '#server/build/builds.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { ROOT } from '#server/platform/root.ts'
import { VERSION } from '#server/platform/version.ts'
import { type Checkout, copyCheckout } from '../support/copy-checkout.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { readCatalog } from '../support/schema-catalog.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const ENDED = /^AI Watch cannot start\. .*$/m

let database: TestDatabase
/** The next version: the present one with more migrations. */
let next: Checkout
let running: { main: MainProcess; remove(): Promise<void> }[]

beforeEach(async () => {
  database = await createTestDatabase({ bare: true })
  next = await copyCheckout()
  running = []
})

afterEach(async () => {
  for (const { main, remove } of running) {
    await main.stop()
    await remove()
  }
  await next.remove()
  await database.drop()
})

/** A process with a data folder of its own on the database of the test. */
function start(root = ROOT): MainProcess {
  const dataDir = temporaryDataDir()
  const main = runMain(
    {
      DATA_DIR: dataDir.path,
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of thirty-two characters',
      SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${'a'.repeat(24)}`,
      SUPABASE_SECRET_KEY: `sb_secret_${'a'.repeat(32)}`,
      PORT: '0',
      DEMO: '0',
      ADMIN_PASSWORD: 'a long password',
    },
    { root },
  )
  running.push({ main, remove: dataDir.remove })
  return main
}

const addressOf = async (main: MainProcess) => await main.address()

async function stop(main: MainProcess): Promise<void> {
  expect(await main.stop()).toBe(0)
}

const addMigration = (version: string, statements: string) =>
  writeFile(join(next.path, 'supabase/migrations', `${version}_test.sql`), `-- A test.\n${statements}`)

/** What a failed update may not change. */
const readState = async (sql: Sql) => [
  await readCatalog(sql),
  await sql`select version from supabase_migrations.schema_migrations order by version`,
  await sql`select slug, title from public.articles`,
]

async function expectPage(address: string): Promise<void> {
  const response = await fetch(`${address}/article/zebras`)
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('About zebras')])
}

test('an update that fails leaves the database and the old version running; two processes update it once; then the old version refuses it', {
  timeout: 600_000,
}, async () => {
  const { sql } = database
  await mkdir(join(next.path, 'build'), { recursive: true })
  const hash = hashSources(next.path)
  await cp(join(ROOT, 'build', hash), join(next.path, 'build', hash), { recursive: true })

  const old = start()
  const address = await addressOf(old)
  expect(old.output()).toMatch(new RegExp(`^ {2}Version {4}${VERSION.replaceAll('.', '\\.')}$`, 'm'))
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values ('zebras', 'About zebras', 'Of zebras.', 'A lion.', 'tech', true)`
  await expectPage(address)
  const before = await readState(sql)

  await addMigration(
    '29990101000000',
    'create table public.whole (); update public.articles set title = slug;',
  )
  await addMigration('29990102000000', 'create table public.half (); select 1 / 0;')
  const failed = start(next.path)
  expect(await failed.ended).toBe(1)
  expect(ENDED.exec(failed.output())?.[0]).toBe(
    'AI Watch cannot start. Migration 29990102000000_test failed: division by zero. The database is as it was before, ' +
      'and the version of AI Watch that used it last can go on.',
  )
  expect(await readState(sql)).toEqual(before)
  await expectPage(address)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  await stop(old)
  const again = start()
  await expectPage(await addressOf(again))

  // A row for each time that it runs.
  await rm(join(next.path, 'supabase/migrations/29990102000000_test.sql'))
  await addMigration(
    '29990101000000',
    'create table if not exists public.runs (); insert into public.runs default values; select pg_sleep(1);',
  )
  const both = [start(next.path), start(next.path)]
  for (const main of both) await expectPage(await addressOf(main))
  expect(await sql`select count(*)::integer as runs from public.runs`).toEqual([{ runs: 1 }])

  await stop(again)
  const refused = start()
  expect(await refused.ended).toBe(1)
  expect(ENDED.exec(refused.output())?.[0]).toBe(
    'AI Watch cannot start. A newer version of AI Watch has used this database: it has migration 29990101000000, which ' +
      `AI Watch ${VERSION} does not know. Start that version or a newer one, or restore a backup from before the update.`,
  )
  for (const main of both) await expectPage(await addressOf(main))
})
