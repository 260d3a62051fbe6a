import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const ARTICLES = 100
const ADMIN = { email: 'nora@example.org', password: 'a long password' }

let dataDir: ReturnType<typeof temporaryDataDir>
let model: ModelServer
let running: MainProcess[]

beforeEach(async () => {
  dataDir = temporaryDataDir()
  model = await startModelServer()
  running = []
})

afterEach(async () => {
  for (const main of running) await main.stop()
  await model.stop()
  await dataDir.remove()
})

async function start() {
  const main = runMain({
    DATA_DIR: dataDir.path,
    PORT: '0',
    DEMO: '0',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'test-model',
    AI_BASE_URL: model.baseUrl,
  })
  running.push(main)
  const url = await main.address()
  const apikey = JSON.parse(await readFile(join(dataDir.path, 'secrets.json'), 'utf8')).publishableKey
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey, ...headers },
      body: JSON.stringify(body),
    })
  return { main, post }
}

async function withDatabase<T>(
  work: (sql: Awaited<ReturnType<typeof joinDatabase>>['sql']) => Promise<T>,
): Promise<T> {
  const database = await joinDatabase({ dataDir: dataDir.path, databaseUrl: undefined })
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

const askedTexts = (): string[] =>
  model.calls.flatMap(({ input }) => input.segments.map(({ text }: { text: string }) => text))

test('translations during which the process is killed are finished at the next start, and nothing is paid for twice', async () => {
  const first = await start()
  const ids = await withDatabase(
    (sql) => sql<{ id: string }[]>`
      insert into public.articles (slug, title, excerpt, content, category, published)
      select 'ship-' || n, 'Ship ' || n, 'About ship ' || n || '.', 'Ship ' || n || ' waits.', 'news', true
      from generate_series(1, ${ARTICLES}) as n returning id`,
  )
  const isRequested = Promise.withResolvers<void>()
  const isEnough = Promise.withResolvers<void>()
  const translate = ({ segments }: { segments: { id: string; text: string }[] }) => ({
    segments: segments.map(({ id, text }) => ({ id, text: `de: ${text}` })),
  })
  model.answerWith(async (input) => {
    await isRequested.promise
    if (model.calls.length > ARTICLES / 3) isEnough.resolve()
    return translate(input as never)
  })
  const signedIn = await first.post('/auth/v1/token?grant_type=password', ADMIN)
  const { access_token: token } = await signedIn.json()
  const authorization = `Bearer ${token}`
  for (const { id } of ids)
    void first
      .post('/functions/v1/translate-article', { articleId: id, targetLanguages: ['de'] }, { authorization })
      .catch(() => {})
  const count = (status: string) =>
    withDatabase(async (sql) => {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from public.translation_runs where status like ${status}`
      return row.count
    })
  await expect.poll(() => count('%'), { timeout: 60_000 }).toBe(ARTICLES)
  isRequested.resolve()
  await isEnough.promise
  first.main.child.kill('SIGKILL')
  await first.main.ended

  const committed = await withDatabase(
    (sql) => sql<{ source: string }[]>`select source from public.translation_segments`,
  )
  expect(committed.length).toBeGreaterThan(0)
  expect(committed.length).toBeLessThan(ARTICLES * 3)
  model.calls.length = 0
  const second = await start()
  await expect.poll(() => count('succeeded'), { timeout: 60_000 }).toBe(ARTICLES)
  expect(await second.main.stop()).toBe(0)
  const known = new Set(committed.map(({ source }) => source))
  expect(askedTexts().filter((text) => known.has(text))).toEqual([])
  expect(askedTexts()).toHaveLength(ARTICLES * 3 - committed.length)
}, 240_000)
