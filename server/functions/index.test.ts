import { afterAll, expect, test } from 'vitest'
import { createCallerCheck } from '#server/auth/bearer-token.ts'
import { connect } from '#server/database/connection.ts'
import { createFunctions } from '#server/functions/index.ts'
import { openLimits } from '#server/limits/open-limits.ts'
import { createLog } from '#server/log.ts'
import { TEST_SECRETS, TEST_SITE_URL } from '../../tests/support/test-settings.ts'

/** Nothing listens there: what these tests ask is answered before the database, or because it is away. */
const nowhere = { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }
const sql = connect(nowhere)
const limits = openLimits(nowhere)
afterAll(async () => {
  await sql.end()
  await limits.close()
})

const noModel = async () => new Response('No model here', { status: 404 })

const functions = createFunctions({
  sql,
  limits,
  queue: { enqueue: () => Promise.reject(new Error('Nothing gets that far here')) },
  settings: { environment: { contact_address: 'news@example.org' } },
  siteUrl: TEST_SITE_URL,
  identify: createCallerCheck(TEST_SECRETS),
  trustProxy: 0,
  resendWebhookSecret: null,
  log: createLog('silent'),
  fetchPage: () => new Response('No pages here', { status: 404 }),
  checkLinks: async () => new Response('No links here', { status: 404 }),
  checkMailDomain: async () => new Response('No domain here', { status: 404 }),
  exportArticleRecord: noModel,
  aiModel: { read: noModel, save: noModel, test: noModel },
  newsletterSending: { send: noModel, control: noModel, readProgress: noModel },
  translations: {
    translate: noModel,
    retranslate: noModel,
    readReview: noModel,
    saveReview: noModel,
    askForSegment: noModel,
    queue: noModel,
    findAffected: noModel,
  },
  composing: { create: noModel, generate: noModel, redoItem: noModel, translate: noModel, review: noModel },
  previewNewsletter: noModel,
  newsletterApproval: {
    check: noModel,
    rehearse: noModel,
    approve: noModel,
    reopen: noModel,
    cancel: noModel,
  },
  subscribers: { importAll: noModel, exportAll: noModel, read: noModel, erase: noModel },
})

async function call(path: string, init: RequestInit = {}) {
  const response = await functions.request(path, { method: 'POST', ...init })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test.each(['/', '/send-newsletters', '/send-confirmation-email/more', '/__proto__'])(
  '%s is no function',
  async (path) => {
    expect(await call(path)).toMatchObject({ status: 404, body: { error: 'There is no such function.' } })
  },
)

test.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('%s is refused with the method that works', async (method) => {
  const { status, headers, body } = await call('/send-confirmation-email', { method })
  expect(status).toBe(405)
  expect(headers.get('allow')).toBe('POST')
  expect(body).toEqual({ error: 'Call this function with POST.' })
})

test('a bearer token that is not ours is refused, whatever it asks for', async () => {
  const headers = { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJldmUifQ.' }
  const { status, headers: answered, body } = await call('/send-confirmation-email', { headers })
  expect(status).toBe(401)
  expect(answered.get('www-authenticate')).toBe('Bearer')
  expect(body).toEqual({ error: 'invalid JWT' })
})

test('a body over 10 kB is refused', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ada@example.com', confirmationToken: 'x'.repeat(10 * 1024) })
  expect(await call('/send-confirmation-email', { headers, body })).toMatchObject({
    status: 413,
    body: { error: 'The request is too large.' },
  })
})

test('a broken service says so in one sentence, without its reasons', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ada@example.com', confirmationToken: 'x' })
  expect(await call('/send-confirmation-email', { headers, body })).toMatchObject({
    status: 500,
    body: { error: 'Something went wrong on our side. Please try again in a moment.' },
  })
})
