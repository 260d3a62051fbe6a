import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { bringBack, undoBounce } from '#core/data/desk-subscribers.ts'
import { describeWronglyEnded, findWronglyEnded } from '#server/features/newsletter/reports/bounces.ts'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
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
    'public.newsletter_subscribers, public.newsletter_issues, private.suppressed_addresses, private.mail_report_events',
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
    { status: 'sent', reason: 'gone 5.1.1' },
  ])
})

test('a confirmation mail that comes back is known, too, and has failed itself', async () => {
  await post(deliveryReport({ recipient: 'x@elsewhere.example', messageId }))
  expect(await state()).toMatchObject({ left_reason: 'bounced' })
  expect(await sql`select status, last_error from public.mail_deliveries where id = ${MAIL_ID}`).toEqual([
    { status: 'failed', last_error: expect.stringMatching(/^It came back: gone 5\.1\.1 smtp; 550/) },
  ])
})

test.each(['send-invitation', 'send-recovery-mail', 'send-confirmation-mail'])(
  'a mail of the kind %s to a colleague that comes back ends and blocks nobody',
  async (kind) => {
    const id = randomUUID()
    await sql`insert into public.newsletter_subscribers (email, confirmed) values (${ADMIN.email}, true)`
    await sql`
      insert into public.mail_deliveries (id, kind, recipient, subject, status, attempts, sent_at)
      values (${id}, ${kind}, ${ADMIN.email}, 'Hello', 'sent', 1, now())`
    expect(await post(deliveryReport({ messageId: `<${id}@aiwatch.example>` }))).toMatchObject({
      body: { recorded: 1, suppressed: 0 },
    })
    expect(await sql`select status from public.mail_deliveries where id = ${id}`).toEqual([
      { status: 'failed' },
    ])
    expect(await sql`select from private.suppressed_addresses`).toEqual([])
    expect(await sql`select from public.newsletter_subscribers where not is_active`).toEqual([])
  },
)

test('a mail that is called spam has arrived, and one that is late may still', async () => {
  const mail = async () =>
    (await sql`select status, last_error from public.mail_deliveries where id = ${MAIL_ID}`)[0]
  await sql`update public.mail_deliveries set status = 'sent', sent_at = now(), last_error = null where id = ${MAIL_ID}`
  await post(feedbackReport({ messageId }))
  expect(await mail()).toEqual({ status: 'sent', last_error: null })
  await post(deliveryReport({ action: 'delayed', status: '4.4.1', messageId }))
  expect(await mail()).toEqual({ status: 'sent', last_error: expect.stringContaining('temporary 4.4.1') })
})

test('our signed link names the subscriber where the Message-ID was changed on the way', async () => {
  const [{ id }] = await sql<[{ id: string }]>`select id from public.newsletter_subscribers`
  const links = createSubscriberLinks(TEST_SECRETS.jwtSecret)
  const withLink = (token: string) =>
    deliveryReport({
      returnedFields: [`List-Unsubscribe: <https://aiwatch.example/unsubscribe?token=${token}>`],
    })
  await post(withLink(createSubscriberLinks('of somebody else').tokenFor('unsubscribe', id)))
  expect(await state()).toEqual(ACTIVE)
  await post(withLink(links.tokenFor('unsubscribe', id)))
  expect(await state()).toMatchObject({ left_reason: 'bounced' })
})

test('a report that arrives twice is recorded once, and does not end whoever has come back', async () => {
  await post(deliveryReport({ messageId }))
  await sql`update public.newsletter_subscribers set is_active = true`
  await post(deliveryReport({ messageId }))
  expect(await state()).toEqual(ACTIVE)
  expect(await sql`select from private.newsletter_bounces`).toHaveLength(1)
})

describe('three issues that come back without a reason', () => {
  /** Sends an issue to ada, and reports it unless nothing came back. */
  async function sendIssue(diagnostic: string | null, status = 'sent') {
    const id = randomUUID()
    await sql`insert into public.newsletter_issues (id) values (${id})`
    await sql`
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status, message_id)
      select ${id}, id, email, 'en', ${status}, ${id} from public.newsletter_subscribers`
    const report = { status: '5.0.0', messageId: `<${id}@aiwatch.example>` }
    if (diagnostic !== null) await post(deliveryReport({ ...report, diagnostic }))
  }
  const NO_REASON = 'smtp; 550 Rejected'

  test('end the subscription softly, and nothing is blocked', async () => {
    for (const _issue of [1, 2]) await sendIssue(NO_REASON)
    expect(await state()).toEqual(ACTIVE)
    await sendIssue(NO_REASON)
    expect(await state()).toEqual({ is_active: false, left_reason: 'undelivered' })
    expect(await sql`select from private.suppressed_addresses`).toEqual([])
    const [{ id }] = await sql<[{ id: string }]>`select id from public.newsletter_subscribers`
    await bringBack(await app.administrator(), id)
    expect(await state()).toEqual(ACTIVE)
    for (const _issue of [1, 2]) await sendIssue(NO_REASON)
    expect(await state()).toEqual(ACTIVE)
    await sendIssue(NO_REASON)
    expect(await state()).toMatchObject({ left_reason: 'undelivered' })
  })

  test('do not hide that somebody unsubscribes afterwards', async () => {
    for (const _issue of [1, 2, 3]) await sendIssue(NO_REASON)
    await sql`select private.leave_newsletter(id) from public.newsletter_subscribers`
    expect(await state()).toEqual({ is_active: false, left_reason: 'unsubscribed' })
  })

  test('end nothing when one was delivered in between', async () => {
    await sendIssue(NO_REASON)
    await sendIssue(NO_REASON)
    await sendIssue(null)
    await sendIssue(NO_REASON)
    expect(await state()).toEqual(ACTIVE)
  })

  test('are no more than one when one is reported three times', async () => {
    await sendIssue(NO_REASON)
    const [{ message_id }] = await sql<
      [{ message_id: string }]
    >`select message_id from public.newsletter_deliveries`
    for (const diagnostic of ['smtp; 550 No', 'smtp; 550 Not now', 'smtp; 550 Never'])
      await post(
        deliveryReport({ status: '5.0.0', diagnostic, messageId: `<${message_id}@aiwatch.example>` }),
      )
    expect(await state()).toEqual(ACTIVE)
  })

  test('do not count when a reason was given', async () => {
    for (const _issue of [1, 2, 3, 4]) await sendIssue('smtp; 552 5.2.2 Mailbox full')
    expect(await state()).toEqual(ACTIVE)
  })
})

describe('undo', () => {
  const ended = async (report: { status?: string; detail: string; fault?: string }) => {
    const [{ id }] = await sql<[{ id: string }]>`
      update public.newsletter_subscribers set is_active = false, left_reason = 'bounced' returning id`
    await sql`insert into private.suppressed_addresses values (private.sha256_hex('ada@example.org'), 'bounced')`
    await sql`
      insert into private.newsletter_bounces (subscriber_id, source, kind, status, detail, fault)
      values (${id}, 'delivery report', 'permanent', ${report.status ?? '5.0.0'}, ${report.detail}, ${report.fault ?? null})`
    return id
  }
  const undo = async (id: string) => undoBounce(await app.administrator(), id)

  test('brings back who was ended by a full mailbox, and frees the address', async () => {
    const id = await ended({ detail: 'smtp; 552 5.2.2 The mailbox has no room' })
    expect(await findWronglyEnded(sql)).toMatchObject([{ id, email: 'ada@example.org' }])
    expect(await undo(id)).toEqual({ status: 'answered', data: { id } })
    expect(await state()).toEqual(ACTIVE)
    expect(await sql`select from private.suppressed_addresses`).toEqual([])
    expect(await findWronglyEnded(sql)).toEqual([])
  })

  test('of all of them is a command, which changes nothing until it is told to', async () => {
    await ended({ detail: 'smtp; 554 5.7.1 Your host is\x1b[2J on a list' })
    expect(await describeWronglyEnded(sql, false)).toEqual([
      expect.stringMatching(
        /^ada@example\.org {2}20\d\d-\d\d-\d\d {2}5\.0\.0 {2}smtp; 554 5\.7\.1 Your host is.* on a list$/,
      ),
      '1 subscriber found. Nothing was changed: --bring-back brings them back.',
    ])
    expect(await state()).toMatchObject({ left_reason: 'bounced' })
    expect(await describeWronglyEnded(sql, true)).toContain('1 subscriber brought back.')
    expect(await state()).toEqual(ACTIVE)
    const [act] =
      await sql`select actor_name from public.audit_log where action = 'bring_back_bounced' order by id desc limit 1`
    expect(act).toEqual({ actor_name: 'The operator of the server' })
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['by the link', async (id) => sql`select private.leave_newsletter(${id})`],
    [
      'through their provider',
      async () =>
        expect(await post(feedbackReport({ type: 'opt-out', messageId }))).toMatchObject({ status: 200 }),
    ],
  ])('keeps who has unsubscribed since, %s', async (_how, leave) => {
    const id = await ended({ detail: 'smtp; 552 5.2.2 The mailbox has no room' })
    await leave(id)
    expect(await findWronglyEnded(sql)).toEqual([])
    expect(await undo(id)).toMatchObject({ status: 'refused' })
    expect(await state()).toEqual({ is_active: false, left_reason: 'unsubscribed' })
  })

  test.each([
    { detail: 'smtp; 550 5.1.1 User unknown' },
    { status: '5.1.1', detail: '' },
    { detail: '', fault: 'gone' },
  ])('keeps whose mailbox is gone: %o', async (report) => {
    const id = await ended(report)
    expect(await findWronglyEnded(sql)).toEqual([])
    expect(await undo(id)).toMatchObject({ status: 'refused' })
    expect(await state()).toMatchObject({ left_reason: 'bounced' })
  })
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
