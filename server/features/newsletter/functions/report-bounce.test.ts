import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN, startTestApp } from '../../../../tests/support/app.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { deliveryReport, feedbackReport } from '../../../../tests/support/mail-reports.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const app = await startTestApp()
const { sql } = app.database
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(
    sql,
    'public.newsletter_subscribers, public.newsletter_issues, private.suppressed_addresses',
  )
  await sql`insert into public.newsletter_subscribers (email, confirmed) values ('ada@example.org', true)`
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, attempts, sent_at)
    values (${MAIL_ID}, 'send-confirmation-mail', 'ada@example.org', 'Hello', 'sent', 1, now())
    on conflict do nothing`
})

/** Of a mail that ada got. */
const MAIL_ID = randomUUID()
const messageId = `<${MAIL_ID}@aiwatch.example>`

async function post(report: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/functions/v1/report-bounce`, {
    method: 'POST',
    headers: { apikey: TEST_SECRETS.secretKey, 'content-type': 'message/rfc822', ...headers },
    body: report,
  })
  return { status: response.status, body: await response.json() }
}
const state = async () =>
  (
    await sql`select is_active, left_reason from public.newsletter_subscribers where email = 'ada@example.org'`
  )[0]
const ACTIVE = { is_active: true, left_reason: null }

test('a permanent failure ends the subscription, and is not mailed again', async () => {
  expect(await post(deliveryReport({ messageId }))).toEqual({
    status: 200,
    body: { recorded: 1, suppressed: 1 },
  })
  expect(await state()).toEqual({ is_active: false, left_reason: 'bounced' })
  expect(await sql`select reason from private.suppressed_addresses`).toEqual([{ reason: 'bounced' }])
})

test.each([
  ['4.2.2', 'temporary'],
  ['5.7.1', 'refused'],
])('a failure with the status %s is only recorded', async (status, kind) => {
  expect(await post(deliveryReport({ status, messageId }))).toEqual({
    status: 200,
    body: { recorded: 1, suppressed: 0 },
  })
  expect(await state()).toEqual(ACTIVE)
  expect(await sql`select kind, status from private.newsletter_bounces`).toEqual([{ kind, status }])
})

test('our Message-ID identifies the recipient, also when the report names another one', async () => {
  const id = randomUUID()
  await sql`insert into public.newsletter_issues (id) values (${id})`
  await sql`
    insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status, message_id)
    select ${id}, id, email, 'en', 'sent', ${id} from public.newsletter_subscribers`
  await post(
    deliveryReport({ recipient: 'forwarded@elsewhere.example', messageId: `<${id}@aiwatch.example>` }),
  )
  expect(await state()).toMatchObject({ left_reason: 'bounced' })
  expect(await sql`select status, reason from public.newsletter_deliveries`).toEqual([
    { status: 'sent', reason: 'permanent 5.1.1' },
  ])
})

test('a confirmation mail that comes back is known, too', async () => {
  await post(deliveryReport({ recipient: 'x@elsewhere.example', messageId }))
  expect(await state()).toMatchObject({ left_reason: 'bounced' })
})

test('a complaint ends the subscription, and a wish to leave unsubscribes', async () => {
  expect(await post(feedbackReport({ type: 'opt-out', messageId }))).toMatchObject({ status: 200 })
  expect(await state()).toEqual({ is_active: false, left_reason: 'unsubscribed' })
  expect(await post(feedbackReport({ messageId }))).toMatchObject({ status: 200 })
  expect(await state()).toEqual({ is_active: false, left_reason: 'complained' })
})

describe('other callers may not report', () => {
  test.each<[string, () => Promise<Record<string, string>>]>([
    ['without a key', async () => ({ apikey: '' })],
    ['with the publishable key', async () => ({ apikey: TEST_SECRETS.publishableKey })],
    ['with another key', async () => ({ apikey: 'sb_secret_of_nobody_at_all_1234567890' })],
    [
      'as an administrator',
      async () => {
        const client = await app.administrator()
        const { data } = await client.auth.getSession()
        expect(data.session?.user.email).toBe(ADMIN.email)
        return { apikey: TEST_SECRETS.publishableKey, authorization: `Bearer ${data.session?.access_token}` }
      },
    ],
  ])('%s', async (_who, headers) => {
    expect((await post(deliveryReport({ messageId }), await headers())).status).toBe(401)
    expect(await state()).toEqual(ACTIVE)
  })
})

test('the key may be a bearer token', async () => {
  const headers = { apikey: '', authorization: `Bearer ${TEST_SECRETS.secretKey}` }
  expect((await post(deliveryReport({ messageId }), headers)).status).toBe(200)
})

test.each(['application/json', 'text/plain', 'message/delivery-status', 'message/rfc822x', ''])(
  'a report of the type %j is refused',
  async (type) => {
    expect((await post(deliveryReport(), { 'content-type': type })).status).toBe(415)
  },
)

test('a mail that is no report is told from one, and changes nothing', async () => {
  const away = 'From: ada@example.org\r\nSubject: Away\r\n\r\nI am away until Monday. 5.1.1\r\n'
  expect(await post(away)).toEqual({
    status: 422,
    body: { error: 'This mail is neither a delivery report nor a complaint.' },
  })
  expect(await state()).toEqual(ACTIVE)
})

test.each<[string, string]>([
  ['with a quote in it', "ada'--@example.org"],
  ['with a NUL', 'ada\0@example.org'],
  ['with a line break', 'ada@example.org\r\n Bcc: x@y.z'],
  ['that is endless', `${'a'.repeat(100_000)}@example.org`],
  ['of letters that only look like it', '\u0430da@example.org'],
])('an address %s ends nobody else’s subscription', async (_what, recipient) => {
  expect((await post(deliveryReport({ recipient, diagnostic: 'x-\0\u202e' }))).status).toBe(200)
  expect(await state()).toEqual(ACTIVE)
})

// The last one, because the connection is closed after it.
test('a report over a megabyte is not read', async () => {
  expect((await post(deliveryReport() + 'x'.repeat(1024 * 1024))).status).toBe(413)
})
