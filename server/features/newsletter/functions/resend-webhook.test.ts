import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { startTestApp } from '../../../../tests/support/app.ts'
import { freshAddress } from '../../../../tests/support/auth.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { signedBySvix, WEBHOOK_SECRET } from '../../../../tests/support/mail-reports.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const app = await startTestApp({ trustProxy: 1, resendWebhookSecret: WEBHOOK_SECRET })
const { sql } = app.database
afterAll(() => app.stop())
beforeEach(async () => {
  await emptyTables(
    sql,
    'public.newsletter_subscribers, private.suppressed_addresses, private.mail_report_events',
  )
  await sql`insert into public.newsletter_subscribers (email, confirmed) values ('ada@example.org', true)`
})

const PATH = '/functions/v1/resend-webhook'

function eventBody(type: string, data: object = {}): string {
  const all = { email_id: 'x', from: 'n@aiwatch.example', to: ['ada@example.org'], subject: 'Hello', ...data }
  return JSON.stringify({ type, created_at: '2026-11-22T09:00:05.000Z', data: all })
}
const PERMANENT = eventBody('email.bounced', {
  bounce: { type: 'Permanent', subType: 'General', message: 'No such user' },
})

async function post(body: string, headers: Record<string, string>, from = freshAddress()) {
  const response = await fetch(app.url + PATH, {
    method: 'POST',
    headers: { 'x-forwarded-for': from, ...headers },
    body,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const state = async () =>
  (
    await sql`select is_active, left_reason from public.newsletter_subscribers where email = 'ada@example.org'`
  )[0]
const ACTIVE = { is_active: true, left_reason: null }
const RECEIVED = { status: 200, body: { received: true } }

test('a permanent bounce and a complaint end the subscription at once', async () => {
  expect(await post(PERMANENT, signedBySvix(PERMANENT))).toMatchObject(RECEIVED)
  expect(await state()).toEqual({ is_active: false, left_reason: 'bounced' })
  const complaint = eventBody('email.complained')
  expect(await post(complaint, signedBySvix(complaint, { id: 'msg_2' }))).toMatchObject(RECEIVED)
  expect(await state()).toEqual({ is_active: false, left_reason: 'complained' })
  expect(await sql`select reason from private.suppressed_addresses`).toEqual([{ reason: 'complained' }])
})

test('an event that is repeated, also at the same moment, is recorded once', async () => {
  const headers = signedBySvix(PERMANENT)
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(PERMANENT, headers)))
  for (const answer of answers) expect(answer).toMatchObject(RECEIVED)
  expect(await sql`select from private.newsletter_bounces`).toHaveLength(1)
  // A repetition does not throw out somebody who has come back meanwhile.
  await sql`update public.newsletter_subscribers set is_active = true`
  expect(await post(PERMANENT, headers)).toMatchObject(RECEIVED)
  expect(await state()).toEqual(ACTIVE)
})

test('an event that could not be recorded is not forgotten when it is repeated', async () => {
  await sql`alter table private.newsletter_bounces rename to out_of_order`
  expect((await post(PERMANENT, signedBySvix(PERMANENT))).status).toBe(500)
  await sql`alter table private.out_of_order rename to newsletter_bounces`
  expect(await post(PERMANENT, signedBySvix(PERMANENT))).toMatchObject(RECEIVED)
  expect(await state()).toMatchObject({ left_reason: 'bounced' })
})

test.each(['email.delivered', 'email.opened', 'contact.created', 'email.of_the_future'])(
  '%s is taken and changes nothing',
  async (type) => {
    const body = eventBody(type)
    expect(await post(body, signedBySvix(body))).toMatchObject(RECEIVED)
    expect(await state()).toEqual(ACTIVE)
    expect(await sql`select from private.mail_report_events`).toHaveLength(0)
  },
)

describe('a forged event', () => {
  const FORGED = {
    status: 401,
    body: { error: 'This event was not signed by Resend for this site, or not lately.' },
  }
  test.each<[string, () => Record<string, string>]>([
    ['without a signature', () => ({ 'content-type': 'application/json' })],
    ['of another body', () => signedBySvix(eventBody('email.delivered'))],
    [
      'of another secret',
      () => signedBySvix(PERMANENT, { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
    ],
    ['from ten minutes ago', () => signedBySvix(PERMANENT, { at: Date.now() - 600_000 })],
    ['with the secret key of the site', () => ({ apikey: TEST_SECRETS.secretKey })],
  ])('%s is refused and changes nothing', async (_what, headersOf) => {
    expect(await post(PERMANENT, headersOf())).toMatchObject(FORGED)
    expect(await state()).toEqual(ACTIVE)
  })

  test('is counted by its address, and right ones are not', async () => {
    const from = freshAddress()
    for (let n = 0; n < LIMITS['forged-webhook'].points + 5; n++) {
      const body = eventBody('email.sent')
      expect((await post(body, signedBySvix(body, { id: `msg_${n}` }), from)).status).toBe(200)
    }
    for (let n = 0; n < LIMITS['forged-webhook'].points; n++) {
      expect((await post('{}', {}, from)).status).toBe(401)
    }
    const refused = await post(PERMANENT, signedBySvix(PERMANENT), from)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post(PERMANENT, signedBySvix(PERMANENT))).status).toBe(200)
  })
})

test.each(['', 'null', '[]', '"email.bounced"', '{"type":', '{"type":1}', '\0'])(
  'a signed body %j is no event',
  async (body) => {
    expect(await post(body, signedBySvix(body))).toMatchObject({
      status: 400,
      body: { error: 'This is no event of Resend.' },
    })
  },
)

test('a detail with odd characters is stored as a short line', async () => {
  const message = `No\r\nsuch\0 user ${'\u{1F600}'.repeat(500)}\ud800`
  const body = eventBody('email.bounced', { bounce: { type: 'Permanent', subType: 'General', message } })
  expect(await post(body, signedBySvix(body))).toMatchObject(RECEIVED)
  const [bounce] = await sql`select detail from private.newsletter_bounces`
  expect(bounce?.detail).toMatch(/^General: No such user \u{1F600}+\S?$/u)
  expect(bounce?.detail.length).toBeLessThanOrEqual(300)
})

test('only POST is for it, and without a secret it says what is missing', async () => {
  expect((await fetch(app.url + PATH)).status).toBe(405)
  const without = await startTestApp()
  onTestFinished(() => without.stop())
  const response = await fetch(without.url + PATH, {
    method: 'POST',
    headers: signedBySvix(PERMANENT),
    body: PERMANENT,
  })
  expect([response.status, await response.json()]).toEqual([
    503,
    { error: 'The webhook of Resend is not set up.' },
  ])
})

// The last one, because the connection is closed after it.
test('a body over 256 kB is not read', async () => {
  const body = eventBody('email.bounced', { subject: 'x'.repeat(256 * 1024) })
  expect(await post(body, signedBySvix(body))).toMatchObject({ status: 413 })
})
