import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { IMPORT_BUCKET, type ImportRecord } from '#core/domain/site-import.ts'
import { documents } from '#server/features/import/run/testing/import-site.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { writeZip } from '#server/platform/documents/testing/write-zip.ts'
import { createTestDatabase } from '../support/database.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { prepareMains } from './prepare-mains.ts'
import { runScript, succeed } from './run-main.ts'

const ARTICLES = 600
const ADMIN = { email: 'nora@example.org', password: 'a long password' }
const FILES = documents(
  Object.fromEntries(
    Array.from({ length: ARTICLES }, (_, n) => [
      `content/posts/${n}${n % 3 === 2 ? '.de' : ''}.md`,
      {
        fields: {
          title: `Number ${n}`,
          date: '2024-05-01',
          translationKey: `${Math.floor(n / 3)}-${n % 3 === 0 ? 0 : 1}`,
        },
      },
    ]),
  ),
)
const mains = prepareMains()

beforeEach(() => mains.begin())
afterEach(() => mains.end())

const count = async (sql: Sql, table: string): Promise<number> => {
  const { rows } = await sql.run(`select count(*)::int as count from ${table}`)
  return rows[0].count
}

/** Everything is there once: articles, their versions, and the records of their import. */
async function expectAll(sql: Sql): Promise<void> {
  for (const table of ['public.articles', 'public.article_revisions', 'private.import_items'])
    expect(await count(sql, table), table).toBe(ARTICLES)
  const translations = await sql`select from public.articles where original_article_id is not null`
  expect(translations).toHaveLength(ARTICLES / 3)
  expect(await sql`select from public.audit_log where action = 'import_articles'`).toHaveLength(1)
}

test('a command that is killed goes on when it is run again, and nothing is there twice', async () => {
  const database = await createTestDatabase()
  const folder = createTemporaryFolder('killed-import')
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(join(folder, 'site/content/posts'), { recursive: true })
    writeFileSync(join(folder, 'site', path), content)
  }
  const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') }
  for (const least of [1, ARTICLES / 2]) {
    const { child, ended } = runScript('import', [join(folder, 'site')], environment)
    await expect
      .poll(() => count(database.sql, 'public.articles'), { timeout: 60_000, interval: 10 })
      .toBeGreaterThanOrEqual(least)
    child.kill('SIGKILL')
    await ended
  }
  expect(await count(database.sql, 'public.articles')).toBeLessThan(ARTICLES)
  expect(await succeed('import', [join(folder, 'site')], environment)).toContain('0 failed')
  await expectAll(database.sql)
  await database.drop()
}, 240_000)

test('an import during which the site is killed is finished by the next process', async () => {
  const zip = writeZip(Object.entries(FILES).map(([path, content]) => ({ path, content })))
  const start = async () => {
    const main = mains.start({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
    return { main, url: await main.address() }
  }
  const first = await start()
  const { publishableKey: apikey } = JSON.parse(readFileSync(join(mains.dataDir, 'secrets.json'), 'utf8'))
  const post = async (
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(first.url + path, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json', ...headers },
      body,
    })
    return response.json()
  }
  const { access_token: token } = await post('/auth/v1/token?grant_type=password', JSON.stringify(ADMIN))
  const authorization = `Bearer ${token}`
  const ask = (name: string, body: object) =>
    post(`/functions/v1/${name}`, JSON.stringify(body), { authorization })
  const { id } = await ask('begin-import', { name: 'site.zip', size: zip.length, format: null })
  await post(`/storage/v1/object/${IMPORT_BUCKET}/${id}/0`, Uint8Array.from(zip), {
    authorization,
    'content-type': 'application/octet-stream',
  })
  await ask('read-import', { id })
  const state = async () => ((await ask('find-import', { id })) as ImportRecord).state
  await expect.poll(state, { timeout: 120_000 }).toBe('planned')
  const database = await joinDatabase({ dataDir: mains.dataDir, databaseUrl: undefined })
  await ask('run-import', {
    id,
    choices: { language: 'en', section: 'news', drafts: false, site: null, terms: [] },
  })
  await expect
    .poll(() => count(database.sql, 'public.articles'), { timeout: 60_000, interval: 10 })
    .toBeGreaterThan(0)
  first.main.child.kill('SIGKILL')
  await first.main.ended
  await database.close()

  await start()
  const again = await joinDatabase({ dataDir: mains.dataDir, databaseUrl: undefined })
  await expect
    .poll(async () => (await again.sql`select state, report from private.imports`)[0], { timeout: 120_000 })
    .toMatchObject({ state: 'done', report: { created: ARTICLES, failed: 0 } })
  await expectAll(again.sql)
  await again.close()
}, 240_000)
