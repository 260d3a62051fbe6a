import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources } from '#server/build/builds.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { PRESENT, readSchema } from '#server/platform/database/schema.ts'
import { ROOT } from '#server/platform/root.ts'
import { RELEASE, VERSION } from '#server/platform/version.ts'
import { type Checkout, copyCheckout } from '../support/copy-checkout.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { readCatalog } from '../support/schema-catalog.ts'
import { type MainProcess, runMain, runScript, temporaryDataDir } from './run-main.ts'

const NEXT = '99.0.0'
const FAILURE =
  `The migration to ${NEXT} failed: division by zero. The database is as it was before, ` +
  'and the version of AI Watch that used it last can go on.'
const ENDED = /^AI Watch cannot start\. .*$/m

let database: TestDatabase
/** The next release: the present one with a larger schema. */
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

const environment = (dataDir: string) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  JWT_SECRET: 'a secret of thirty-two characters',
  SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${'a'.repeat(24)}`,
  SUPABASE_SECRET_KEY: `sb_secret_${'a'.repeat(32)}`,
  PORT: '0',
  DEMO: '0',
  ADMIN_PASSWORD: 'a long password',
})

/** A process with a data folder of its own on the database of the test. */
function start(root = ROOT): MainProcess {
  const dataDir = temporaryDataDir()
  const main = runMain(environment(dataDir.path), { root })
  running.push({ main, remove: dataDir.remove })
  return main
}

/** A command of the next release. */
async function runNext(name: string, args: string[], more: Record<string, string> = {}) {
  const dataDir = temporaryDataDir()
  const command = runScript(name, args, { ...environment(dataDir.path), ...more }, next.path)
  const code = await command.ended
  await dataDir.remove()
  return { code, output: command.output() }
}

const addressOf = async (main: MainProcess) => await main.address()

async function stop(main: MainProcess): Promise<void> {
  expect(await main.stop()).toBe(0)
}

const writeMigration = (statements: string) =>
  writeFile(join(next.path, `supabase/migrations/${NEXT}.sql`), `-- A test.\n${statements}`)

/** Reads the state that a failed update may not change. */
const readState = async (sql: Sql) => [
  await readCatalog(sql),
  await sql`select release, hash, made_by from private.schema_release`,
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
  await next.edit('package.json', `"version": "${RELEASE}"`, `"version": "${NEXT}"`)
  for (const name of ['migrations', 'releases'])
    await mkdir(join(next.path, 'supabase', name), { recursive: true })
  await writeFile(
    join(next.path, `supabase/releases/${RELEASE}.sql.br`),
    brotliCompressSync(await readSchema(PRESENT)),
  )
  await writeFile(join(next.path, 'supabase/schemas/99_test.sql'), '-- A test.\ncreate table public.runs ();')
  const build = join(next.path, 'build', hashSources(next.path))
  await cp(join(ROOT, 'build', hashSources(ROOT)), build, { recursive: true })

  // The builder names the commit if there is no Git.
  expect(await runNext('build', [], { COMMIT: 'fedcba9876543210' })).toMatchObject({ code: 0 })

  const old = start()
  const address = await addressOf(old)
  expect(old.output()).toMatch(new RegExp(`^ {2}Version {4}${VERSION.replace(/[.+]/g, '\\$&')}$`, 'm'))
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    values ('zebras', 'About zebras', 'Of zebras.', 'A lion.', 'tech', true)`
  await expectPage(address)
  const before = await readState(sql)

  await writeMigration('create table public.runs (); update public.articles set title = slug; select 1 / 0;')
  const unasked = start(next.path)
  expect(await unasked.ended).toBe(1)
  expect(ENDED.exec(unasked.output())?.[0]).toBe(
    `AI Watch cannot start. The database is of AI Watch ${RELEASE}, and this is ${NEXT}+fedcba9, which changes it. Make a backup ` +
      '(npm run backup -- FILE) and start again within 24 hours, or run npm run db:migrate -- --yes if you have one.',
  )
  const failed = await runNext('db-migrate', ['--yes'])
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining(FAILURE) })
  const file = join(next.path, 'site.backup')
  expect(await runNext('backup', [file])).toMatchObject({ code: 0 })
  const failing = start(next.path)
  expect(await failing.ended).toBe(1)
  expect(ENDED.exec(failing.output())?.[0]).toBe(`AI Watch cannot start. ${FAILURE}`)
  expect(await readState(sql)).toEqual(before)
  await expectPage(address)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  await stop(old)
  const again = start()
  await expectPage(await addressOf(again))

  // A row for each time that it runs.
  await writeMigration(
    'create table if not exists public.runs (); insert into public.runs default values; select pg_sleep(1);',
  )
  const both = [start(next.path), start(next.path)]
  for (const main of both) await expectPage(await addressOf(main))
  expect(await sql`select count(*)::integer as runs from public.runs`).toEqual([{ runs: 1 }])

  await stop(again)
  const refused = start()
  expect(await refused.ended).toBe(1)
  expect(ENDED.exec(refused.output())?.[0]).toBe(
    `AI Watch cannot start. A newer version of AI Watch has used this database: its release is ${NEXT}, and this is ` +
      `${VERSION}. Start that release or a newer one, or restore a backup from before the update.`,
  )
  for (const main of both) await expectPage(await addressOf(main))
})
