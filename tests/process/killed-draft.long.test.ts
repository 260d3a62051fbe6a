import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addNewsItem, COVERED } from '#server/features/judging/testing/sourced-articles.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const ADMIN = { email: 'nora@example.org', password: 'a long password' }
const ANSWER = {
  title: 'Cranes',
  subtitle: '',
  excerpt: '',
  sentences: [{ text: COVERED, cites: ['1.1'], kind: 'fact' }],
}

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
  const { access_token: token } = await (await post('/auth/v1/token?grant_type=password', ADMIN)).json()
  const draft = async (itemId: string) => {
    const body = { itemIds: [itemId], length: 'short', category: 'news' }
    const response = await post('/functions/v1/draft-article', body, { authorization: `Bearer ${token}` })
    return { status: response.status, body: await response.json() }
  }
  return { main, draft }
}

async function withDatabase<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await joinDatabase({ dataDir: dataDir.path, databaseUrl: undefined })
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

test('a draft during which the process is killed goes on from the answer of the model, which is not asked again', async () => {
  model.answerWith(() => ANSWER)
  const first = await start()
  const itemId = await withDatabase(addNewsItem)
  // Nothing can be made of the answer until the process is killed.
  await withDatabase((sql) =>
    sql.transaction(async (transaction) => {
      await transaction`lock table public.sourced_articles in access exclusive mode`
      first.draft(itemId).catch(() => {})
      const answered = () => sql`select from private.draft_requests where answer is not null`
      await expect.poll(answered, { timeout: 60_000 }).toHaveLength(1)
      first.main.child.kill('SIGKILL')
      await first.main.ended
    }),
  ).catch(() => {
    // The embedded server may end with the process that has started it.
  })
  const second = await start()
  const { status, body } = await second.draft(itemId)
  expect([status, body.sentences?.at(-1).text]).toEqual([200, COVERED])
  expect(model.calls).toHaveLength(1)
  expect(await withDatabase((sql) => sql`select from public.articles`)).toHaveLength(1)
})

test('a draft that was killed while the model was asked is said to be lost, and the model is asked again by a further request only', async () => {
  const isAsked = Promise.withResolvers<void>()
  model.answerWith(() => {
    isAsked.resolve()
    return new Promise(() => {})
  })
  const first = await start()
  const itemId = await withDatabase(addNewsItem)
  first.draft(itemId).catch(() => {})
  await isAsked.promise
  first.main.child.kill('SIGKILL')
  await first.main.ended

  model.answerWith(() => ANSWER)
  const second = await start()
  await withDatabase(
    (sql) => sql`update private.draft_requests set alive_at = alive_at - interval '1 minute'`,
  )
  expect(await second.draft(itemId)).toMatchObject({ status: 409, body: { code: 'interrupted' } })
  expect(model.calls).toHaveLength(1)
  expect((await second.draft(itemId)).status).toBe(200)
  expect(model.calls).toHaveLength(2)
})
