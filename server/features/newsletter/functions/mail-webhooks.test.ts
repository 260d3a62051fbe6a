import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import { saveMailSettings } from '#core/data/mail-settings.ts'
import type { MailSettingsChange, MailSettingsState } from '#core/domain/mail-settings.ts'
import { startTestApp } from '../../../../tests/support/app.ts'
import { freshAddress } from '../../../../tests/support/auth.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { signedBySvix, WEBHOOK_SECRET } from '../../../../tests/support/mail-reports.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const app = await startTestApp({ trustProxy: 1 })
const { sql } = app.database
afterAll(() => app.stop())
const client: Client = await app.administrator()
beforeEach(async () => {
  await emptyTables(
    sql,
    'public.newsletter_subscribers, private.suppressed_addresses, private.mail_report_events, private.report_ways',
  )
  await sql`insert into public.newsletter_subscribers (email, confirmed) values ('ada@example.org', true)`
})

async function read(): Promise<MailSettingsState> {
  const { data, error } = await client.functions.invoke('read-mail-settings', { method: 'GET' })
  if (error) throw error
  return data
}
async function setUp(reports: MailSettingsChange['reports']) {
  expect(await saveMailSettings(client, { version: (await read()).version, reports })).toBe('saved')
}
async function post(kind: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/functions/v1/${kind}-webhook`, {
    method: 'POST',
    headers: { 'x-forwarded-for': freshAddress(), 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: response.status, body: await response.json() }
}
const state = async () =>
  (
    await sql`select is_active, left_reason from public.newsletter_subscribers where email = 'ada@example.org'`
  )[0]
const ACTIVE = { is_active: true, left_reason: null }

const KEY = 'a-signing-key-of-mailgun'
function mailgunEvent(key = KEY, token = randomUUID(), more: object = {}) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')
  const data = {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    recipient: 'ada@example.org',
    'delivery-status': { code: 550, message: '5.1.1 no such user' },
    ...more,
  }
  return JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': data })
}
const PASSWORD = 'a_long_password_of_the_webhook'
const basic = (password: string) => ({ authorization: `Basic ${btoa(`postmark:${password}`)}` })
const BOUNCE = JSON.stringify({
  RecordType: 'Bounce',
  ID: 42,
  Type: 'HardBounce',
  Email: 'ada@example.org',
  Details: 'smtp;550 5.1.1 unknown user',
})
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:bounces'
const SVIX = JSON.stringify({
  type: 'email.bounced',
  data: { to: ['ada@example.org'], bounce: { type: 'Permanent', message: 'No such user' } },
})

/** Each provider as it is set up, what it sends, and what somebody else would. */
const PROVIDERS: [
  kind: string,
  reports: NonNullable<MailSettingsChange['reports']>,
  sent: () => [body: string, headers?: Record<string, string>],
  forged: () => [body: string, headers?: Record<string, string>],
][] = [
  [
    'resend',
    { kind: 'resend', secret: WEBHOOK_SECRET },
    () => [SVIX, signedBySvix(SVIX, { id: randomUUID() })],
    () => [SVIX, signedBySvix(SVIX, { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })],
  ],
  ['mailgun', { kind: 'mailgun', secret: KEY }, () => [mailgunEvent()], () => [mailgunEvent('another')]],
  [
    'postmark',
    { kind: 'postmark', secret: PASSWORD },
    () => [BOUNCE, basic(PASSWORD)],
    () => [BOUNCE, basic('another')],
  ],
]

describe.each(PROVIDERS)('%s', (kind, reports, sent, forged) => {
  test('is refused until it is set up, and when another one is', async () => {
    await setUp(null)
    expect((await post(kind, ...sent())).status).toBe(503)
    await setUp({ kind: 'ses', topic: TOPIC })
    expect((await post(kind, ...sent())).status).toBe(503)
    expect(await state()).toEqual(ACTIVE)
  })

  test('ends a subscription, once, and is heard of', async () => {
    await setUp(reports)
    const event = sent()
    expect(await post(kind, ...event)).toEqual({ status: 200, body: { received: true } })
    expect(await state()).toEqual({ is_active: false, left_reason: 'bounced' })
    // A repetition does not throw out somebody who has come back meanwhile.
    await sql`update public.newsletter_subscribers set is_active = true`
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(kind, ...event)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await state())?.is_active).toBe(true)
    expect((await read()).answers).toMatchObject({ reports: kind, heard_at: expect.any(String) })
  })

  test('is refused with another secret, and as text', async () => {
    await setUp(reports)
    expect((await post(kind, ...forged())).status).toBe(401)
    const [, headers] = sent()
    for (const body of ['', 'null', '[]', '{', '\0', '{"__proto__":{}}'])
      expect([400, 401]).toContain((await post(kind, body, headers)).status)
    expect(await state()).toEqual(ACTIVE)
  })
})

test('an event of Amazon that nobody has signed is refused, whatever it names', async () => {
  await setUp({ kind: 'ses', topic: TOPIC })
  const message = {
    Type: 'SubscriptionConfirmation',
    MessageId: 'x',
    TopicArn: TOPIC,
    Message: 'Hello',
    Timestamp: new Date().toISOString(),
    SignatureVersion: '1',
    Signature: 'AAAA',
    SigningCertURL: `${app.url}/SimpleNotificationService-1.pem`,
    SubscribeURL: `${app.url}/functions/v1/rss-feed`,
    Token: 't',
  }
  expect((await post('ses', JSON.stringify(message))).status).toBe(401)
})

test('a secret is stored encrypted, goes to no other way, and is never shown', async () => {
  await setUp({ kind: 'mailgun', secret: KEY })
  const shown = await read()
  expect(shown.reports).toEqual({ kind: 'mailgun', has_secret: true })
  expect(JSON.stringify([shown, await sql`select * from private.mail_settings`])).not.toContain(KEY)
  const { version } = shown
  expect(await saveMailSettings(client, { version, reports: { kind: 'postmark' } })).toBe('invalid')
  expect(await saveMailSettings(client, { version, reports: { kind: 'mailgun' } })).toBe('saved')
  expect((await post('mailgun', mailgunEvent())).status).toBe(200)
})

describe('the pipe', () => {
  const pipe = async (message: string) =>
    (
      await fetch(`${app.url}/functions/v1/report-bounce`, {
        method: 'POST',
        headers: { apikey: TEST_SECRETS.secretKey, 'content-type': 'message/rfc822' },
        body: message,
      })
    ).status

  test('is named as soon as something has come in by it', async () => {
    await setUp(null)
    expect((await read()).answers).toMatchObject({
      reports: null,
      heard_at: null,
      people: 'news@example.org',
    })
    expect(await pipe('Subject: Hello\r\n\r\nHello')).toBe(422)
    expect((await read()).answers.reports).toBeNull()
    const id = randomUUID()
    await sql`update private.mail_settings set test_id = ${id}, test_sent_at = now(), test_arrived_at = null`
    expect((await read()).answers.test).toMatchObject({ arrived_at: null })
    // Anybody can write the header; such a mail goes on to people.
    expect(await pipe(`Subject: Test\r\nX-Report-Test: ${randomUUID()}\r\n\r\nHello`)).toBe(422)
    expect(await pipe(`Subject: Test\r\nX-Report-Test: ${id}\r\n\r\nHello`)).toBe(200)
    expect((await read()).answers).toMatchObject({
      reports: 'pipe',
      heard_at: expect.any(String),
      test: { arrived_at: expect.any(String) },
    })
  })
})

// The last one, because the connection is closed after it.
test.each(PROVIDERS)('a body over 256 kB is not read, as by %s', async (kind, _reports, sent) => {
  const [, headers] = sent()
  expect((await post(kind, 'x'.repeat(300 * 1024), { ...headers, connection: 'close' })).status).toBe(413)
})
