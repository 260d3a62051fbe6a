import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import {
  deleteWebhook,
  findWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  resendWebhookDelivery,
  saveWebhook,
  testWebhook,
} from '#core/data/webhooks.ts'
import { isSigned, startReceiver } from '#server/platform/links/testing/start-receiver.ts'
import { ADMIN, startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { sentences } from '../../../../tests/support/audit.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'

let app: TestApp
let admin: Client

beforeAll(async () => {
  app = await startTestApp({ webhookServers: ['127.0.0.1'] })
  admin = await app.administrator()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(app.database.sql, 'public.webhooks')
  await app.database.sql`truncate public.audit_log`
})

const input = (url: string, change: Partial<Parameters<typeof saveWebhook>[1]> = {}) => ({
  ...{ id: null, url, events: ['article.published' as const], enabled: true },
  ...change,
})

async function add(url: string): Promise<{ id: string; secret: string }> {
  const answer = await saveWebhook(admin, input(url))
  if (answer.status === 'refused' || !answer.data.secret) throw new Error('It was refused')
  return { id: answer.data.id, secret: answer.data.secret }
}

const log = async (webhookId: string) =>
  (await listWebhookDeliveries(admin, { webhookId, page: 1, pageSize: 25 })).rows

test('a webhook is added with a secret that nobody reads again', async () => {
  const { id, secret } = await add('https://example.org/T0/path')
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await findWebhook(admin, id)).toMatchObject({
    url: 'https://example.org/T0/path',
    events: ['article.published'],
    enabled: true,
  })
  expect(JSON.stringify(await listWebhooks(admin))).not.toContain(secret)
  const stored = await app.database.sql`select sealed from private.webhook_secrets`
  expect(stored[0]?.sealed).not.toContain(secret.slice(6))
  const saved = await saveWebhook(admin, input('https://example.org/T0/path', { id, enabled: false }))
  expect(saved).toEqual({ status: 'answered', data: { id, secret: null } })
})

test('every change leaves an entry, which names the host alone', async () => {
  const { id } = await add('https://hooks.example.org/T0/secret')
  await saveWebhook(admin, input('https://hooks.example.org/T0/other', { id }))
  await saveWebhook(admin, input('https://hooks.example.org/T0/other', { id, enabled: false }))
  await saveWebhook(admin, input('https://new.example.org/', { id, enabled: true }))
  await renewWebhookSecret(admin, id)
  await deleteWebhook(admin, id)
  const said = (webhook: string) => `${ADMIN.email} ${webhook}`
  expect(await sentences(app.database.sql)).toEqual([
    said('added a webhook to “hooks.example.org”'),
    said('changed the webhook to “hooks.example.org”'),
    said('switched off the webhook to “hooks.example.org”'),
    said('switched on the webhook to “new.example.org”'),
    said('made a new secret for the webhook to “new.example.org”'),
    said('removed the webhook to “new.example.org”'),
  ])
  const [entries] = await app.database.sql`select json_agg(audit_log)::text as text from public.audit_log`
  expect(entries?.text).not.toMatch(/\/T0|whsec_/)
})

test.each([
  ['http://example.org/', 400],
  ['https://example.org:8443/', 400],
  ['http://10.0.0.1/', 400],
  ['https://localhost/hooks', 400],
  ['https://user:password@example.org/', 400],
  ['https://example.org/\r\nx-injected: 1', 400],
  ['javascript:alert(1)', 400],
  ['', 400],
])('the address %j is refused', async (url, status) => {
  const { error } = await admin.functions.invoke('save-webhook', { body: input(url) })
  expect(error?.context.status).toBe(status)
  expect(await listWebhooks(admin)).toEqual([])
})

test('there are at most twenty, also of those that are added at once, and events that do not exist are refused', async () => {
  const adding = Array.from({ length: 30 }, (_, n) => saveWebhook(admin, input(`https://example.org/${n}`)))
  const answers = await Promise.all(adding)
  expect(answers.filter(({ status }) => status === 'answered')).toHaveLength(20)
  expect(await saveWebhook(admin, input('https://example.org/more'))).toMatchObject({ status: 'refused' })
  const { error } = await admin.functions.invoke('save-webhook', {
    body: { ...input('https://example.org/'), events: ['article.deleted'] },
  })
  expect(error?.context.status).toBe(400)
})

test('a test is sent, also while the webhook is off, and tried once', async () => {
  let status = 200
  const receiver = await startReceiver(() => status)
  const { id, secret } = await add(receiver.url)
  await saveWebhook(admin, input(receiver.url, { id, enabled: false }))
  await testWebhook(admin, id)
  await expect.poll(async () => (await log(id))[0]?.status, { timeout: 15_000 }).toBe('delivered')
  expect(receiver.received).toMatchObject([{ event: { type: 'webhook.test', data: {} } }])
  expect(receiver.received[0] && isSigned(receiver.received[0], secret)).toBe(true)
  status = 500
  await testWebhook(admin, id)
  await expect.poll(async () => (await log(id))[0]?.status, { timeout: 15_000 }).toBe('failed')
  expect((await log(id))[0]).toMatchObject({ attempts: 1, problem: 'status', answer: 'no' })
  expect(await findWebhook(admin, id)).toMatchObject({ failures: 0 })
})

test('a delivery is sent again with the same id, unless the webhook is off', async () => {
  const receiver = await startReceiver()
  const { id } = await add(receiver.url)
  await testWebhook(admin, id)
  await app.database.sql`
    insert into public.webhook_deliveries (webhook_id, event, data, status)
    values (${id}, 'article.published', '{"id": null, "language": "en"}', 'failed')`
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1)
  const delivery = (await log(id)).find(({ event }) => event === 'article.published')
  expect(await resendWebhookDelivery(admin, delivery?.id ?? '')).toMatchObject({ status: 'answered' })
  await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(2)
  expect(receiver.received[1]?.headers['webhook-id']).toBe(`msg_${delivery?.id}`)
  await expect.poll(async () => (await log(id)).every(({ status }) => status === 'delivered')).toBe(true)
  await saveWebhook(admin, input(receiver.url, { id, enabled: false }))
  expect(await resendWebhookDelivery(admin, delivery?.id ?? '')).toMatchObject({
    status: 'refused',
    message: 'This webhook is off. Switch it on first.',
  })
})

test('on a restored site that is held, a test and another delivery are refused in words', async () => {
  const receiver = await startReceiver()
  const { id } = await add(receiver.url)
  await app.database.sql`insert into private.restorations (made_at) values (now())`
  const refused = { status: 'refused', message: expect.stringMatching(/restored from a backup and is held/) }
  expect(await testWebhook(admin, id)).toMatchObject(refused)
  expect(await resendWebhookDelivery(admin, id)).toMatchObject(refused)
  await app.database.sql`delete from private.restorations`
  expect(await log(id)).toEqual([])
})

test('what does not exist is refused', async () => {
  const nobody = 'e2d6bb6c-9b3c-4a59-a4b4-6d1f5d2c9a10'
  for (const call of [renewWebhookSecret, testWebhook, resendWebhookDelivery])
    expect(await call(admin, nobody)).toMatchObject({ status: 'refused' })
  expect(await saveWebhook(admin, input('https://example.org/', { id: nobody }))).toMatchObject({
    status: 'refused',
  })
})
