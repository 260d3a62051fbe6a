import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAccessToken } from '../support/access-tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { sendMessage, toolCall } from '../support/assistant.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function refusal(
  ...sent: Parameters<typeof sendMessage> extends [unknown, ...infer Rest] ? Rest : never
) {
  const response = await sendMessage(app, ...sent)
  const { error } = await response.json()
  return {
    status: response.status,
    code: error?.code,
    message: error?.message as string,
    headers: response.headers,
  }
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

test('a page of another site is refused, also one whose name leads here', async () => {
  expect(await refusal(LIST, { headers: { origin: 'https://evil.example' } })).toMatchObject({ status: 403 })
  expect(await refusal(LIST, { headers: { origin: 'null' } })).toMatchObject({ status: 403 })
  expect((await sendMessage(app, LIST, { headers: { origin: 'http://127.0.0.1:3000' } })).status).toBe(403)
  expect((await sendMessage(app, LIST, { headers: { origin: app.url } })).status).toBe(200)
})

test('only POST is answered', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
    const { status, headers } = await refusal(null, { method })
    expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
  }
})

test('a message of 1 MB is refused, announced or not', async () => {
  const huge = JSON.stringify(toolCall('search_articles', { query: 'x'.repeat(1_000_000) }))
  expect(await refusal(huge)).toMatchObject({ status: 413, message: 'A message has at most 64 kB.' })
  const streamed = await fetch(new URL('/mcp', app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: new Blob([huge]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(streamed.status).toBe(413)
})

test.each([
  ['no JSON', '{', 400, -32_700],
  ['nothing', '', 400, -32_700],
  ['deep JSON', '['.repeat(30_000) + ']'.repeat(30_000), 400, -32_600],
  [
    'deep arguments',
    JSON.stringify(toolCall('list_sections', JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`))),
    400,
    -32_600,
  ],
  ['an empty batch', '[]', 400, -32_600],
  ['a large batch', JSON.stringify(Array.from({ length: 11 }, (_, id) => ({ ...LIST, id }))), 400, -32_600],
  ['a number', '7', 400, -32_600],
])('%s is an error of the protocol', async (_, body, status, code) => {
  expect(await refusal(body)).toMatchObject({ status, code })
})

test('text that is not UTF-8 is refused', async () => {
  const response = await fetch(new URL('/mcp', app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
  })
  expect([response.status, (await response.json()).error.code]).toEqual([400, -32_700])
})

test('another type of content is refused', async () => {
  expect(await refusal(LIST, { headers: { 'content-type': 'text/plain' } })).toMatchObject({ status: 415 })
})

test('unknown methods and tools are errors of the protocol', async () => {
  expect(await refusal({ ...LIST, method: 'resources/list' })).toMatchObject({ code: -32_601 })
  expect(await refusal({ ...LIST, method: 'subscriptions/listen' })).toMatchObject({ code: -32_601 })
  for (const name of ['publish_article', '__proto__', 'constructor', 'toString', '']) {
    expect(await refusal(toolCall(name))).toMatchObject({ code: -32_602 })
  }
})

test('a batch whose messages share an id, or cancel each other, does not wait for ever', async () => {
  const twice = await sendMessage(app, [toolCall('list_sections'), toolCall('list_sections')])
  await twice.arrayBuffer()
  const cancelled = await sendMessage(app, [
    toolCall('list_sections'),
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
  ])
  await cancelled.arrayBuffer()
  expect((await sendMessage(app, LIST)).status).toBe(200)
}, 60_000)

test('other keys than access tokens are refused', async () => {
  for (const key of [TEST_SECRETS.secretKey, 'aiw_made0up', 'eyJhbGciOiJub25lIn0.e30.', 'x'.repeat(5000)]) {
    const { status, headers } = await refusal(LIST, { headers: { authorization: `Bearer ${key}` } })
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  }
  const session = await (await app.administrator()).auth.getSession()
  const authorization = `Bearer ${session.data.session?.access_token}`
  expect(await refusal(LIST, { headers: { authorization } })).toMatchObject({ status: 401 })
})

test('a token in the address is refused', async () => {
  const token = await insertAccessToken(app.database.sql, { scopes: ['read'] })
  const response = await fetch(new URL(`/mcp?token=${token}`, app.url), { method: 'POST', body: '{}' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'token_in_address' })
})

test('an address that sends too many messages waits, in every process', async () => {
  const { sql } = app.database
  const answers = []
  for (let sent = 0; sent < 700; sent += 10) {
    const response = await sendMessage(
      app,
      Array.from({ length: 10 }, (_, id) => ({ ...LIST, id, method: 'ping' })),
    )
    answers.push(response.status)
    if (response.status === 429) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      break
    }
    await response.arrayBuffer()
  }
  expect(answers.at(-1)).toBe(429)
  await sql`delete from private.rate_limits`
}, 60_000)
