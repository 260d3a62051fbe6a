import { readdir, readFile } from 'node:fs/promises'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { STORE_MS } from '#server/features/page-views/start-counting.ts'
import { connect, type Sql } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { name } from '#server/platform/database/fragment.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { ADDRESS_MARKS, type KnownRequest, LOAD_SIZE, makeKnownLoad, sumsOf } from './known-load.ts'
import { prepareMains } from './prepare-mains.ts'
import { processesOf } from './site-processes.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
type Asked = Pick<KnownRequest, 'method' | 'path' | 'headers'>

const mains = prepareMains()
beforeEach(() => mains.begin())
afterEach(() => mains.end())

async function startTwo() {
  // The time is noon, so that no day ends during the test.
  const ahead = 12 - new Date().getUTCHours()
  const main = mains.start({
    PROCESSES: '2',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'debug',
    NEWSLETTER_TIMEZONE: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
  })
  const url = await main.address()
  const database = await joinDatabase({ dataDir: mains.dataDir, databaseUrl: undefined })
  try {
    await database.sql`
      insert into public.articles (slug, title, excerpt, content, category, author, published)
      values ('storm', 'Storm', 'A storm.', 'It rained.', 'news', 'Ida Novak', true)`
  } finally {
    await database.close()
  }
  await expect
    .poll(async () => (await fetch(`${url}/article/storm`, { headers: { dnt: '1' } })).status)
    .toBe(200)
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  onTestFinished(() => agent.destroy())
  return { main, url, ask: (one: Asked) => ask(url, agent, one) }
}

function ask(url: string, agent: Agent, { method, path, headers }: Asked) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    request(url + path, { method, headers, agent }, (response) => {
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
      response.on('error', reject)
      response.resume()
    })
      .on('error', reject)
      .end()
  })
}

/** Runs `work` on the database of a site that has stopped. */
async function withStoppedDatabase(work: (sql: Sql) => Promise<void>): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: mains.dataDir })
  const sql = connect(postgres.connection, { max: 2 })
  try {
    await work(sql)
  } finally {
    await sql.end()
    await postgres.stop()
  }
}

async function countedViews(sql: Sql): Promise<number> {
  const [row] = await sql<[{ views: number }]>`
    select coalesce(sum(views), 0)::int as views from private.page_views`
  return row.views
}

test('of 10,000 known requests to two processes every sum is exact after a stop, and nothing of a reader is stored', async () => {
  const { main, url, ask } = await startTwo()
  const { headers } = await ask({ method: 'GET', path: '/article/storm', headers: { dnt: '1' } })
  const load = Array.from(makeKnownLoad(`${headers.etag}`, url))
  expect(load).toHaveLength(LOAD_SIZE)
  const waiting = load.values()
  const unexpected = new Set<string>()
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (const one of waiting) {
        const { status } = await ask(one)
        if (status !== one.status) unexpected.add(`${one.method} ${one.path}: ${status}`)
      }
    }),
  )
  expect([...unexpected]).toEqual([])
  expect(await main.stop()).toBe(0)

  const expected = sumsOf(load)
  await withStoppedDatabase(async (sql) => {
    expect(
      await sql`
        select path || ' ' || language as place, views, visitors, bots from private.page_views order by path collate "C", language`,
    ).toEqual(expected.places)
    expect(
      await sql`select language, visitors, is_incomplete from private.daily_visitors order by language`,
    ).toEqual(expected.visitors)
    expect(
      await sql`select language, host, views from private.page_referrers order by language, host collate "C"`,
    ).toEqual(expected.referrers)
    expect(await tablesWith(sql)).toEqual([])
  })
  expect(await filesWith(mains.dataDir)).toEqual([])
  expect(ADDRESS_MARKS.filter((mark) => main.output().includes(mark))).toEqual([])
})

test('a killed process loses at most what it counted since it stored last, and a stop loses nothing', async () => {
  expect(STORE_MS).toBeLessThanOrEqual(5_000)
  const { main, ask } = await startTwo()
  const read = async (times: number) => {
    for (let time = 0; time < times; time++)
      await ask({
        method: 'GET',
        path: '/article/storm',
        headers: { 'user-agent': BROWSER, connection: 'close' },
      })
  }
  const database = await joinDatabase({ dataDir: mains.dataDir, databaseUrl: undefined })
  await read(200)
  await expect.poll(() => countedViews(database.sql)).toBe(200)
  await database.close()
  await read(100)
  const [victim] = (await processesOf(main.child.pid ?? 0)).filter(({ role }) => role === 'serving')
  process.kill(victim?.pid ?? 0, 'SIGKILL')
  await main.printed(new RegExp(`The process ${victim?.pid} .* has ended: SIGKILL`))
  await read(50)
  expect(await main.stop()).toBe(0)
  await withStoppedDatabase(async (sql) => {
    const views = await countedViews(sql)
    expect(views).toBeGreaterThanOrEqual(250)
    expect(views).toBeLessThanOrEqual(350)
  })
})

/** The tables of any schema, system catalogs and those of large values included, in which something of a reader is. */
async function tablesWith(sql: Sql): Promise<string[]> {
  const tables = await sql<{ schema: string; table: string }[]>`
    select nspname as schema, relname as table
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relkind in ('r', 'm') order by 1, 2`
  expect(tables.length).toBeGreaterThan(150)
  // Bytes are shown in hexadecimal digits.
  const marks = ADDRESS_MARKS.flatMap((mark) => [mark, Buffer.from(mark).toString('hex')])
  const found: string[] = []
  for (const { schema, table } of tables) {
    const [row] = await sql<[{ isIn: boolean }]>`
      select exists (
        select from ${name(schema, table)} as stored, unnest(${marks}::text[]) as mark where strpos(stored::text, mark) > 0) as "isIn"`
    if (row.isIn) found.push(`${schema}.${table}`)
  }
  return found
}

/** The files below a folder, those of PostgreSQL and its log of changes included, in which something of a reader is. */
async function filesWith(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(500)
  const found: string[] = []
  for (const file of files) {
    const bytes = await readFile(file)
    if (ADDRESS_MARKS.some((mark) => bytes.includes(mark))) found.push(file)
  }
  return found
}
