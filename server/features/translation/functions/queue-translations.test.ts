import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { translateArticleJob } from '#server/features/translation/jobs.ts'
import type { AiConfig } from '#server/platform/config.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addArticle, anArticle, aTranslation } from '../../../../tests/support/articles.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/model-server.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp
let model: ModelServer
let token: string
beforeAll(async () => {
  model = await startModelServer()
  const ai: AiConfig = {
    provider: 'openai-compatible',
    model: 'test-model',
    baseUrl: model.baseUrl,
    key: null,
    variables: [],
  }
  app = await startTestApp({ ai })
})
afterAll(async () => {
  await app.stop()
  await model.stop()
})
beforeEach(async () => {
  model.answerWith(({ target, segments }) => ({
    segments: segments.map(({ id, text }: { id: string; text: string }) => ({
      id,
      text: `${target}: ${text}`,
    })),
  }))
  const { sql } = app.database
  await emptyTables(sql, 'public.articles, public.translation_segments, public.translation_runs')
  const email = `${randomUUID()}@example.org`
  await createAdministrator(sql, email, 'correct horse battery')
  token = await mintToken(sql, email)
})

async function queue(body: unknown, { url = app.url, authorization = `Bearer ${token}` } = {}) {
  const response = await fetch(`${url}/functions/v1/queue-translations`, {
    method: 'POST',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': 'application/json',
      ...(authorization && { authorization }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const addOriginal = (title = 'Article') => addArticle(app.service(), anArticle({ title }))
const countRuns = async () =>
  (await app.database.sql<[{ count: number }]>`select count(*)::int as count from public.translation_runs`)[0]
    .count

test('translations of several articles are queued at once and made one after the other', async () => {
  const [one, other] = [await addOriginal('One'), await addOriginal('Other')]
  const { sql } = app.database
  expect(
    await queue({
      translations: [
        { articleId: one.id, language: 'de' },
        { articleId: one.id, language: 'fr' },
        { articleId: other.id, language: 'de' },
      ],
      batchSize: 1,
    }),
  ).toEqual({ status: 200, body: { success: true, queued: 3 } })
  await vi.waitUntil(
    async () => (await sql`select from public.translation_runs where status = 'succeeded'`).length === 3,
    { timeout: 15_000 },
  )
  const titles = await sql<
    { title: string }[]
  >`select title from public.articles where language <> 'en' order by title`
  expect(titles.map(({ title }) => title)).toEqual(['de: One', 'de: Other', 'fr: One'])
})

test('what is under way already is not queued twice', async () => {
  const { id: articleId } = await addOriginal()
  const { sql } = app.database
  await sql`insert into public.translation_runs (article_id, language, status) values (${articleId}, 'de', 'paused')`
  const { status, body } = await queue({
    translations: [
      { articleId, language: 'de' },
      { articleId, language: 'fr' },
    ],
  })
  expect([status, body.queued, await countRuns()]).toEqual([200, 2, 2])
})

test('only English originals that exist are accepted, and nothing is queued beside others', async () => {
  const original = await addOriginal()
  const german = await addArticle(app.service(), aTranslation(original, 'de'))
  const others: [string[], string][] = [
    [[german.id], 'One of the articles is not there any more, or is no English original.'],
    [[german.id, randomUUID()], '2 of the articles are not there any more, or are no English original.'],
  ]
  for (const [ids, sentence] of others) {
    const translations = [original.id, ...ids].map((articleId) => ({ articleId, language: 'fr' }))
    const { status, body } = await queue({ translations })
    expect([status, body.error]).toEqual([400, `${sentence} Nothing has been queued.`])
  }
  expect(await countRuns()).toBe(0)
})

test.each<[string, (articleId: string) => unknown]>([
  ['nothing', () => null],
  ['no translations', () => ({ translations: [] })],
  [
    'more than a thousand',
    () => ({
      translations: Array.from({ length: 1001 }, () => ({ articleId: randomUUID(), language: 'de' })),
    }),
  ],
  ['an unknown language', (articleId) => ({ translations: [{ articleId, language: 'en' }] })],
  ['an id of no form', () => ({ translations: [{ articleId: '1', language: 'de' }] })],
  [
    'a translation twice',
    (articleId) => ({
      translations: [
        { articleId, language: 'de' },
        { articleId: articleId.toUpperCase(), language: 'de' },
      ],
    }),
  ],
  ['more than is known', (articleId) => ({ translations: [{ articleId, language: 'de', renewAll: true }] })],
  ['a batch size of 0', (articleId) => ({ translations: [{ articleId, language: 'de' }], batchSize: 0 })],
  ['a batch size of 21', (articleId) => ({ translations: [{ articleId, language: 'de' }], batchSize: 21 })],
])('refuses %s', async (_what, bodyFor) => {
  const { id } = await addOriginal()
  const { status, body } = await queue(bodyFor(id))
  expect([status, body.error]).toEqual([
    400,
    expect.stringMatching(/^Send an object with translations|^The batch size/),
  ])
  expect(await countRuns()).toBe(0)
})

test('a thousand fit into a request', async () => {
  const translations = Array.from({ length: 1000 }, () => ({ articleId: randomUUID(), language: 'de' }))
  expect(await queue({ translations })).toEqual({
    status: 400,
    body: { error: expect.stringContaining('1000 of the articles') },
  })
})

test('when too many translations wait already, it says so and queues nothing', async () => {
  const { id: articleId } = await addOriginal()
  const { sql } = app.database
  await sql`
    insert into pgboss.job (name, data, start_after)
    select 'translate-article', '{}', now() + interval '1 hour' from generate_series(1, ${translateArticleJob.maxWaiting})`
  onTestFinished(async () => {
    await sql`delete from pgboss.job where name = 'translate-article'`
  })
  expect(await queue({ translations: [{ articleId, language: 'de' }] })).toEqual({
    status: 503,
    body: { error: expect.stringContaining('Too many translations are waiting') },
  })
  expect(await countRuns()).toBe(0)
})

test('without a model it is said what to set', async () => {
  const beside = await startTestApp({ beside: app })
  onTestFinished(() => beside.stop())
  const { id: articleId } = await addOriginal()
  const body = { translations: [{ articleId, language: 'de' }] }
  expect(await queue(body, { url: beside.url })).toMatchObject({
    status: 409,
    body: { code: 'not_configured', error: expect.stringContaining('AI_PROVIDER') },
  })
  expect(await countRuns()).toBe(0)
})
