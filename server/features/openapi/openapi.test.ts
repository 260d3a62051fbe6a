import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertArticles } from '#core/data/articles.ts'
import { TOKEN_SCOPES } from '#core/domain/access-token.ts'
import { FUNCTIONS } from '#server/features.ts'
import { insertAccessToken } from '../../../tests/support/access-tokens.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { anArticle } from '../../../tests/support/articles.ts'
import { TEST_SECRETS } from '../../../tests/support/test-settings.ts'

interface Document {
  paths: Record<
    string,
    Record<string, { operationId: string; security: object[]; parameters?: { name?: string }[] }>
  >
  components: { schemas: Record<string, { properties: Record<string, object> }> }
}

let app: TestApp
let document: Document

beforeAll(async () => {
  app = await startTestApp()
  await insertArticles(app.service(), [anArticle(), anArticle({ title: 'Draft', published: false })])
  document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document
})
afterAll(() => app.stop())

const read = (path: string) => fetch(app.url + path, { headers: { apikey: TEST_SECRETS.publishableKey } })

test('is valid OpenAPI 3.1, and each operation has a name of its own', async () => {
  const result = await new Validator().validate({ ...document })
  expect(result).toEqual({ valid: true })
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((one) => one.operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('describes the tables and columns that the publishable key reads, and each of them can be read', async () => {
  const tables = Object.keys(document.paths).filter((path) => /^\/rest\/v1\/\w+$/.test(path))
  expect(tables).toContain('/rest/v1/articles')
  expect(tables).not.toContain('/rest/v1/access_tokens')
  for (const path of tables) {
    const name = path.slice('/rest/v1/'.length)
    const columns = Object.keys(document.components.schemas[name]?.properties ?? {})
    const response = await read(`${path}?select=${columns}&limit=1`)
    expect([path, response.status]).toEqual([path, 200])
  }
})

test('says of each table whether access tokens read it', async () => {
  const token = await insertAccessToken(app.database.sql, { scopes: [...TOKEN_SCOPES] })
  const tables = Object.entries(document.paths).filter(([path]) => /^\/rest\/v1\/\w+$/.test(path))
  for (const [path, operations] of tables) {
    const isForTokens = operations.get?.security.some((one) => 'accessToken' in one)
    const response = await fetch(`${app.url}${path}?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([path, response.status]).toEqual([path, isForTokens ? 200 : 403])
  }
  expect(document.paths['/rest/v1/rpc/search_articles']?.post?.security).toEqual([{ publishableKey: [] }])
})

test('describes no table that the publishable key may not read', async () => {
  const closed = [
    'newsletter_subscribers',
    'audit_log',
    'working_copies',
    'glossary_terms',
    'article_revisions',
  ]
  for (const name of closed) {
    expect(document.paths).not.toHaveProperty(`/rest/v1/${name}`)
    expect((await read(`/rest/v1/${name}`)).status).toBe(401)
  }
})

test('describes the functions that an access token may call, and no other', () => {
  const described = Object.keys(document.paths).flatMap(
    (path) => /^\/functions\/v1\/(.+)$/.exec(path)?.[1] ?? [],
  )
  const offered = Object.entries(FUNCTIONS).flatMap(([name, entry]) =>
    'scope' in entry && entry.scope ? [name] : [],
  )
  expect(described).toEqual(offered)
  expect(document.paths).toHaveProperty('/rest/v1/rpc/publish_articles')
  expect(document.paths).not.toHaveProperty('/rest/v1/rpc/purge_article_text')
  expect(document.paths).not.toHaveProperty('/rest/v1/rpc/subscribe_newsletter')
})

test('names the publishable key and no secret', async () => {
  const text = JSON.stringify(document)
  expect(text).toContain(TEST_SECRETS.publishableKey)
  expect(text).not.toContain(TEST_SECRETS.secretKey)
  expect(text).not.toContain(TEST_SECRETS.jwtSecret)
})

test('the worked example of the guide reads the newest articles without a token', async () => {
  const guide = await readFile('docs/assistants.md', 'utf8')
  const key = new RegExp(/grep -o '(sb_publishable_.+?)'/.exec(guide)?.[1] ?? 'none').exec(
    JSON.stringify(document),
  )
  const path = /-H "apikey: \$KEY" "\$SITE(.+?)"/.exec(guide)?.[1] ?? ''
  const response = await fetch(app.url + path, { headers: { apikey: key?.[0] ?? '' } })
  expect(await response.json()).toEqual([
    {
      slug: 'harbour-town-audits-its-algorithms',
      title: 'Harbour town audits its algorithms',
      publish_date: expect.stringContaining('2026-11-18'),
    },
  ])
})
