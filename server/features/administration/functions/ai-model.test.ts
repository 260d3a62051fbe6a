import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AiModelChange, AiModelState } from '#core/domain/ai-model.ts'
import { openLanguageModel } from '#server/platform/ai/language-model.ts'
import { createLog } from '#server/platform/log.ts'
import { startSpeechServer } from '../../../../tests/mocks/speech-server.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { signToken } from '../../../../tests/support/auth.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/model-server.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const KEY = 'sk-a-key-that-nobody-may-see-1234'
const MODEL = 'test-model'
const COSTS = { concurrency: 4, currency: 'USD', prices: [], monthly_budget: null }

let app: TestApp
let server: ModelServer
let token: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  server = await startModelServer({ key: KEY, model: MODEL })
  // Each with a new administrator, whose requests are counted from the start.
  const email = `${randomUUID()}@example.org`
  await createAdministrator(app.database.sql, email, 'correct horse battery')
  token = await mintToken(app.database.sql, email)
})
afterEach(async () => {
  await server.stop()
  await app.database.sql`
    update private.ai_settings set version = 0, provider = null, model = null, base_url = null, sealed_key = null,
      key_end = '', speech = null, prices = '[]', monthly_budget = null, concurrency = 4`
})

async function call(
  name: string,
  body?: unknown,
  {
    url = app.url,
    authorization = `Bearer ${token}`,
    apikey = TEST_SECRETS.publishableKey,
    headers = {},
  } = {},
) {
  const response = await fetch(`${url}/functions/v1/${name}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey,
      'content-type': 'application/json',
      ...(authorization && { authorization }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(text).not.toContain(KEY)
  return { status: response.status, headers: response.headers, body: JSON.parse(text) }
}

const connection = (more = {}) => ({
  provider: 'openai-compatible' as const,
  model: MODEL,
  base_url: server.baseUrl,
  key: KEY as string | null,
  ...more,
})
const save = (change: Partial<AiModelChange>) => call('save-ai-model', { version: 0, ...COSTS, ...change })
const read = async (): Promise<AiModelState> => (await call('read-ai-model')).body
const testIt = (body: unknown = {}) => call('test-ai-connection', body)

test('a model that is saved is used at once, also by other processes', async () => {
  const { sql } = app.database
  const elsewhere = openLanguageModel({
    sql,
    environment: null,
    jwtSecret: TEST_SECRETS.jwtSecret,
    log: createLog('silent'),
  })
  await expect(elsewhere.requireConnection()).rejects.toMatchObject({ code: 'not_configured' })
  expect((await testIt()).body).toMatchObject({ ok: false, code: 'not_configured' })

  const saved = await save({ connection: connection({ base_url: `${server.baseUrl}/` }) })
  expect(saved.status).toBe(200)
  expect(saved.body).toEqual(await read())
  expect(saved.body).toMatchObject({
    version: 1,
    variables: [],
    key_readable: true,
    connection: {
      provider: 'openai-compatible',
      model: MODEL,
      base_url: server.baseUrl,
      has_key: true,
      key_end: '1234',
    },
  })
  expect(await elsewhere.requireConnection()).toMatchObject({ key: KEY, model: MODEL })
  expect((await testIt()).body).toEqual({ ok: true, model: MODEL, ms: expect.any(Number) })
  expect(server.calls).toMatchObject([{ key: KEY, input: { task: 'translate' } }])
  // The cost of a test is counted as such.
  expect(await sql`select task, calls::int from private.ai_usage`).toEqual([{ task: 'test', calls: 1 }])
})

test('the stored key is encrypted, and stays, is replaced, or is removed', async () => {
  const { sql } = app.database
  const stored = async () => JSON.stringify(await sql`select * from private.ai_settings`)
  await save({ connection: connection() })
  expect(await stored()).not.toContain(KEY)
  const { key: _, ...kept } = connection({ model: 'another' })
  expect((await save({ version: 1, connection: kept })).body).toMatchObject({
    version: 2,
    connection: { model: 'another', has_key: true, key_end: '1234' },
  })
  expect(
    (await save({ version: 2, connection: connection({ key: 'short' }) })).body.connection,
  ).toMatchObject({
    has_key: true,
    key_end: '',
  })
  expect((await save({ version: 3, connection: connection({ key: null }) })).body.connection).toMatchObject({
    has_key: false,
  })
  expect((await save({ version: 4, connection: null })).body.connection).toBeNull()
  // The settings of the cost are saved without touching the model.
  await save({ version: 5, connection: connection() })
  const prices = [{ model: MODEL, input: 2.5, output: 10 }]
  expect(
    (await save({ version: 6, currency: 'CHF', prices, monthly_budget: 50, concurrency: 9 })).body,
  ).toMatchObject({
    connection: { has_key: true },
    currency: 'CHF',
    prices,
    monthly_budget: 50,
    concurrency: 9,
  })
})

describe('the stored key goes only to the server that it was entered for:', () => {
  test('another address or provider needs it again', async () => {
    const other = await startModelServer()
    onTestFinished(() => other.stop())
    await save({ connection: connection() })
    for (const change of [
      { base_url: other.baseUrl },
      { provider: 'openai' },
      { base_url: `${server.baseUrl}/x` },
    ]) {
      const { key: _, ...typed } = connection(change)
      expect(await save({ version: 1, connection: typed })).toMatchObject({
        status: 400,
        body: { code: 'key_needed' },
      })
      await testIt({ connection: typed })
    }
    expect(other.calls.map(({ key }) => key)).toEqual([null])
    expect(server.calls.map(({ key }) => key)).toEqual([null])
    const { key: _, ...same } = connection()
    expect((await testIt({ connection: same })).body.ok).toBe(true)
    expect(server.calls.at(-1)?.key).toBe(KEY)
  })

  test('in the database, too, it is bound to them', async () => {
    const { sql } = app.database
    await save({ connection: connection() })
    await sql`update private.ai_settings set base_url = 'http://127.0.0.1:9/v1'`
    expect(await read()).toMatchObject({ key_readable: false, connection: { has_key: true } })
    expect((await testIt()).body).toMatchObject({ ok: false, code: 'key_unreadable' })
  })

  test('after a change of JWT_SECRET it has to be entered again', async () => {
    await save({ connection: connection() })
    const later = openLanguageModel({
      sql: app.database.sql,
      environment: null,
      jwtSecret: 'another secret of the same site, long enough',
      log: createLog('silent'),
    })
    await expect(later.requireConnection()).rejects.toMatchObject({
      code: 'key_unreadable',
      message: expect.stringContaining('JWT_SECRET'),
    })
  })
})

test('what is typed is tested without being saved', async () => {
  expect((await testIt({ connection: connection() })).body).toMatchObject({ ok: true, model: MODEL })
  expect((await read()).connection).toBeNull()
  expect((await testIt({ connection: connection({ key: 'sk-wrong' }) })).body).toEqual({
    ok: false,
    code: 'key_refused',
    error: expect.stringContaining('Settings → Language model'),
  })
  server.misbehave({ status: 500, body: 'a secret of the network' })
  const broken = await testIt({ connection: connection() })
  expect(broken.body).toMatchObject({ ok: false, code: 'away' })
  expect(JSON.stringify(broken.body)).not.toContain('secret of the network')
  server.misbehave({ text: 'Guten Morgen.' })
  expect((await testIt({ connection: connection() })).body).toMatchObject({
    ok: false,
    code: 'answer_unusable',
  })
  expect(server.calls).toHaveLength(4)
})

test('a change does not overwrite what another administrator has just saved', async () => {
  await save({ connection: connection() })
  expect(await save({ connection: connection({ model: 'mine' }) })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect((await read()).connection?.model).toBe(MODEL)
})

test('where the environment sets the model, nothing else is used, and the desk is told which variables', async () => {
  await save({ connection: connection({ base_url: 'http://127.0.0.1:9/v1' }) })
  const ai = {
    provider: 'openai' as const,
    model: MODEL,
    baseUrl: server.baseUrl,
    key: KEY,
    variables: ['AI_PROVIDER', 'AI_MODEL', 'AI_API_KEY', 'AI_BASE_URL'],
  }
  const beside = await startTestApp({ beside: app, ai })
  onTestFinished(() => beside.stop())
  const there = { url: beside.url }
  expect((await call('read-ai-model', undefined, there)).body).toMatchObject({
    variables: ai.variables,
    connection: { provider: 'openai', base_url: server.baseUrl, has_key: true, key_end: '1234' },
  })
  expect((await call('test-ai-connection', {}, there)).body.ok).toBe(true)
  expect(await call('test-ai-connection', { connection: connection() }, there)).toMatchObject({ status: 409 })
  const change = { version: 1, ...COSTS, concurrency: 2 }
  expect(await call('save-ai-model', { ...change, connection: connection() }, there)).toMatchObject({
    status: 409,
    body: { code: 'set_by_environment' },
  })
  expect((await call('save-ai-model', change, there)).body).toMatchObject({
    concurrency: 2,
    variables: ai.variables,
  })
})

describe.each([
  ['read-ai-model', undefined],
  ['save-ai-model', { version: 0, ...COSTS, connection: null }],
  ['test-ai-connection', {}],
])('%s', (name, body) => {
  test('is for administrators only', async () => {
    const { sql } = app.database
    const reader = `${randomUUID()}@example.org`
    await createAdministrator(sql, reader, 'a reader without a role')
    await sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${reader})`
    const [user] = await sql<[{ id: string }]>`select id from auth.users where email = ${ADMIN.email}`
    const dead = await signToken({ sub: user.id, session_id: randomUUID(), role: 'authenticated' })
    const callers: [string, Parameters<typeof call>[2], number][] = [
      ['anonymous clients', { authorization: '' }, 401],
      ['the secret key', { authorization: '', apikey: TEST_SECRETS.secretKey }, 401],
      ['a reader', { authorization: `Bearer ${await mintToken(sql, reader)}` }, 403],
      ['a session that has ended', { authorization: `Bearer ${dead}` }, 403],
      ['a subject of no form', { authorization: `Bearer ${await signToken({ sub: 'nora' })}` }, 401],
    ]
    for (const [who, as, status] of callers)
      expect([who, (await call(name, body, as)).status]).toEqual([who, status])
    expect((await call(name, body)).status).toBe(200)
  })

  test('is called by one method', async () => {
    const other = body === undefined ? {} : undefined
    const { status, headers } = await call(name, other)
    expect([status, headers.get('allow')]).toEqual([405, body === undefined ? 'GET, HEAD' : 'POST'])
  })
})

test.each<[string, unknown, string | undefined]>([
  ['no JSON', '{', ''],
  ['no version', { version: undefined }, 'version'],
  ['more than is known', { more: 1 }, ''],
  [
    'an unknown provider',
    { connection: { provider: 'grok', model: 'm', base_url: null } },
    'connection.provider',
  ],
  [
    'no address where one is needed',
    { connection: { provider: 'openai-compatible', model: 'm', base_url: null } },
    'connection.base_url',
  ],
  [
    'a file as address',
    { connection: { provider: 'openai', model: 'm', base_url: 'file:///etc/passwd' } },
    'connection.base_url',
  ],
  [
    'a user in the address',
    { connection: { provider: 'openai', model: 'm', base_url: 'http://u:p@127.0.0.1' } },
    'connection.base_url',
  ],
  [
    'a query in the address',
    { connection: { provider: 'openai', model: 'm', base_url: 'http://127.0.0.1/?a' } },
    'connection.base_url',
  ],
  [
    'a line break in the key',
    { connection: { provider: 'openai', model: 'm', base_url: null, key: 'a\nb' } },
    'connection.key',
  ],
  [
    'a line break in the model',
    { connection: { provider: 'openai', model: 'a\nb', base_url: null } },
    'connection.model',
  ],
  [
    'a very long model',
    { connection: { provider: 'openai', model: 'm'.repeat(201), base_url: null } },
    'connection.model',
  ],
  [
    'a speech model without a voice',
    { speech: { provider: 'openai', model: 'm', base_url: null, voices: [] } },
    'speech.voice',
  ],
  [
    'a speech model of a provider that has none',
    { speech: { provider: 'anthropic', model: 'm', base_url: null, voice: 'v', voices: [] } },
    'speech.provider',
  ],
  [
    'two voices of a language',
    {
      speech: {
        provider: 'openai',
        model: 'm',
        base_url: null,
        voice: 'v',
        voices: [1, 2].map(() => ({ language: 'de', voice: 'v' })),
      },
    },
    'speech.voices',
  ],
  ['no concurrency', { concurrency: 0 }, 'concurrency'],
  ['too much concurrency', { concurrency: 51 }, 'concurrency'],
  ['a currency of no form', { currency: 'francs' }, 'currency'],
  ['a negative price', { prices: [{ model: 'm', input: -1, output: 1 }] }, 'prices.0.input'],
  ['two prices of a model', { prices: [1, 2].map((input) => ({ model: 'm', input, output: 1 })) }, 'prices'],
  ['no budget', { monthly_budget: 0 }, 'monthly_budget'],
])('settings with %s are refused', async (_what, change, field) => {
  const body = typeof change === 'string' ? change : { version: 0, ...COSTS, ...(change as object) }
  expect(await call('save-ai-model', body)).toMatchObject({ status: 400, body: { field } })
  expect((await read()).version).toBe(0)
})

test('a provider that requires a key is not saved without one', async () => {
  const typed = { provider: 'anthropic' as const, model: 'm', base_url: null }
  expect(await save({ connection: typed })).toMatchObject({ status: 400, body: { code: 'key_needed' } })
})

test('a speech model is saved, tested and forgotten, and its key is its own', async () => {
  const speech = await startSpeechServer({ key: KEY, model: MODEL })
  onTestFinished(() => speech.stop())
  const typed = {
    provider: 'openai-compatible' as const,
    model: MODEL,
    base_url: speech.baseUrl,
    voice: 'mara',
    voices: [{ language: 'de', voice: 'jonas' }],
  }
  expect((await testIt({ speech: { ...typed, key: 'another' } })).body).toMatchObject({
    ok: false,
    code: 'key_refused',
  })
  expect((await testIt({ speech: { ...typed, key: KEY } })).body).toMatchObject({ ok: true, model: MODEL })
  expect((await save({ connection: connection(), speech: { ...typed, key: KEY } })).status).toBe(200)
  const saved = await read()
  expect(saved.speech).toEqual({ ...typed, has_key: true, key_end: '1234', key_readable: true })
  // The stored key goes to its own server only.
  expect((await testIt({ speech: typed })).body).toMatchObject({ ok: true })
  expect((await testIt({ speech: { ...typed, base_url: server.baseUrl } })).body).toMatchObject({ ok: false })
  expect(server.calls.filter(({ key }) => key !== null)).toEqual([])
  expect((await save({ version: 1, speech: { ...typed, voice: 'ines' } })).status).toBe(200)
  expect((await read()).speech).toMatchObject({ voice: 'ines', has_key: true })
  expect((await save({ version: 2, speech: null })).status).toBe(200)
  expect(await read()).toMatchObject({ speech: null, connection: { model: MODEL } })
})

test('a form of another type is refused', async () => {
  expect(
    (await call('save-ai-model', 'version=0', { headers: { 'content-type': 'text/plain' } })).status,
  ).toBe(415)
})

test.each([
  ['test-ai-connection', 20],
  ['save-ai-model', 60],
])('a client that calls %s too often has to wait', async (name, times) => {
  for (let n = 0; n < times; n++) expect((await call(name, 'null')).status).toBe(400)
  const { status, headers } = await call(name, 'null')
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})
