import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LinkResult } from '#core/domain/article-check.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addArticle, anArticle } from '../../../../tests/support/articles.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function call(body: unknown, { token = '', method = 'POST', type = 'application/json' } = {}) {
  const response = await fetch(`${app.url}/functions/v1/check-links`, {
    method,
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': type,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as { results: LinkResult[] } }
}
const nora = () => mintToken(app.database.sql, ADMIN.email)

test('links to our articles are answered from the database, with the versions of the article', async () => {
  const service = app.service()
  const original = await addArticle(service, anArticle({ slug: 'boring', language: 'en' }))
  await addArticle(
    service,
    anArticle({ slug: 'langweilig', language: 'de', original_article_id: original.id }),
  )
  await addArticle(service, anArticle({ slug: 'draft', language: 'en', published: false }))
  const urls = [
    '/article/boring',
    `${app.url}/article/boring`,
    '/article/langweilig?lang=de',
    '/article/draft',
    '/article/nothing',
    '/article/%2e%2e',
    '/about',
    'mailto:a@b.example',
  ]
  const { status, body } = await call({ urls }, { token: await nora() })
  expect(status).toBe(200)
  expect(body.results.map(({ url, state }) => [url, state])).toEqual([
    ['/article/boring', 'ok'],
    [`${app.url}/article/boring`, 'ok'],
    ['/article/langweilig?lang=de', 'ok'],
    ['/article/draft', 'dead'],
    ['/article/nothing', 'dead'],
    ['/article/%2e%2e', 'ok'],
    ['/about', 'ok'],
    ['mailto:a@b.example', 'unsure'],
  ])
  expect(body.results[0]?.article).toEqual({
    language: 'en',
    versions: [
      { language: 'de', path: '/article/langweilig?lang=de' },
      { language: 'en', path: '/article/boring' },
    ],
  })
})

test('servers inside are not asked, and nothing tells what is there', async () => {
  const other = `http://127.0.0.1:${Number(new URL(app.url).port) + 1}/`
  const urls = ['http://169.254.169.254/', 'http://[::1]/', other, 'http://user:secret@127.0.0.1/']
  const { body } = await call({ urls }, { token: await nora() })
  expect(body.results).toEqual(
    urls.map((url) => ({ url, state: 'unsure', detail: 'private', article: null })),
  )
})

test.each<[string, unknown]>([
  ['nothing', ''],
  ['null', 'null'],
  ['no list', { urls: '/about' }],
  ['an empty list', { urls: [] }],
  ['too many', { urls: Array.from({ length: 51 }, (_, n) => `/${n}`) }],
  ['a number', { urls: [1] }],
  ['a long address', { urls: [`/${'x'.repeat(2000)}`] }],
  ['more than is known', { urls: ['/about'], allowed: ['127.0.0.1'] }],
])('a body with %s is refused', async (_what, body) => {
  expect((await call(body, { token: await nora() })).status).toBe(400)
})

test('who asks all the time has to wait', async () => {
  const { sql } = app.database
  await createAdministrator(sql, 'busy@example.org', 'correct horse battery')
  const token = await mintToken(sql, 'busy@example.org')
  for (let n = 0; n < 60; n++) expect((await call({}, { token })).status).toBe(400)
  expect((await call({}, { token })).status).toBe(429)
})

// The last one, because the server may close the connection on which it did not read a body.
test('it is called by POST, with JSON of a bounded size', async () => {
  expect((await call(undefined, { method: 'GET' })).status).toBe(405)
  expect((await call('{}', { token: await nora(), type: 'text/plain' })).status).toBe(415)
  expect((await call({ urls: ['x'.repeat(200_000)] }, { token: await nora() })).status).toBe(413)
})
