import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SubscribeResult } from '#core/domain/subscriber.ts'
import { recordBounce } from '#server/features/newsletter/reports/bounces.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'
import { startTestApp } from '../support/app.ts'
import { freshAddress } from '../support/auth.ts'
import { untilJobsAreDone } from '../support/jobs.ts'
import { deliveryReport, feedbackReport, WEBHOOK_SECRET } from '../support/mail-reports.ts'
import { connectTo } from '../support/raw-connection.ts'
import { addSubscriber, mailsInOutbox, stateOf } from '../support/subscribers.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

const app = await startTestApp({ trustProxy: 1, resendWebhookSecret: WEBHOOK_SECRET })
const { sql } = app.database
afterAll(() => app.stop())
beforeEach(() => sql`delete from private.rate_limits`.then(() => {}))

async function call<Body>(path: string, body: object, from = freshAddress()) {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: TEST_SECRETS.publishableKey,
      'x-forwarded-for': from,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Body }
}
const takeTicket = (email: string, from?: string) =>
  call<SubscribeResult>('/rest/v1/rpc/subscribe_newsletter', { p_email: email }, from)
const spend = (email: string, confirmationToken: string, from?: string) =>
  call<{ error?: string }>('/functions/v1/send-confirmation-email', { email, confirmationToken }, from)

async function signUp(email: string): Promise<void> {
  const { body } = await takeTicket(email)
  expect((await spend(email, body.confirmation_token ?? '')).status).toBe(200)
}

describe('a mail that looks like a report, written by a sender who never saw our mail', () => {
  const post = (report: string) =>
    fetch(`${app.url}/functions/v1/report-bounce`, {
      method: 'POST',
      headers: { apikey: TEST_SECRETS.secretKey, 'content-type': 'message/rfc822' },
      body: report,
    })

  test.each<[string, (recipient: string) => string]>([
    ['of a mailbox that is not there', (recipient) => deliveryReport({ recipient })],
    ['with nothing that came back', (recipient) => deliveryReport({ recipient, returned: null })],
    [
      'about a mail that we never sent',
      (recipient) => deliveryReport({ recipient, messageId: `<${randomUUID()}@aiwatch.example>` }),
    ],
    ['of a complaint', (recipient) => feedbackReport({ recipient })],
    ['of a wish to leave', (recipient) => feedbackReport({ recipient, type: 'opt-out' })],
  ])('ends no subscription: %s', async (_what, forge) => {
    const ada = await addSubscriber(sql)
    const response = await post(forge(ada.email))
    expect(await response.json()).toMatchObject({ suppressed: 0 })
    expect(await stateOf(sql, ada)).toMatchObject({ is_active: true, left_reason: null })
    expect(await sql`select from private.suppressed_addresses`).toEqual([])
    expect(await sql`select from private.newsletter_bounces where subscriber_id = ${ada.id}`).toEqual([])
  })

  test('ends no subscription with the id of a mail to a reader who was erased since', async () => {
    const [ada, eve] = [await addSubscriber(sql), await addSubscriber(sql)]
    const issueId = randomUUID()
    const messageId = randomUUID()
    await sql`insert into public.newsletter_issues (id) values (${issueId})`
    await sql`
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status, message_id)
      values (${issueId}, ${eve.id}, ${eve.email}, 'en', 'sent', ${messageId})`
    await sql`select private.erase_subscriber(${eve.id})`
    await sql`delete from private.suppressed_addresses`
    await post(deliveryReport({ recipient: ada.email, messageId: `<${messageId}@aiwatch.example>` }))
    expect(await stateOf(sql, ada)).toMatchObject({ is_active: true, left_reason: null })
    expect(await sql`select from private.suppressed_addresses`).toEqual([])
  })
})

test('the recipient of a mail cannot fill a table with reports about it', async () => {
  const eve = await addSubscriber(sql)
  const mailId = randomUUID()
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, attempts, sent_at)
    values (${mailId}, 'send-welcome-mail', ${eve.email}, 'Hello', 'sent', 1, now())`
  const report = { source: 'delivery report', kind: 'temporary', mailId, status: '4.2.2' } as const
  for (let n = 0; n < 120; n++) await recordBounce(sql, { ...report, email: eve.email, detail: `${n}` })
  expect(await sql`select from private.newsletter_bounces where subscriber_id = ${eve.id}`).toHaveLength(100)
})

test.each(['/unsubscribe', '/newsletter/preferences', '/newsletter/erase', '/confirm-subscription'])(
  'what is behind a mailed link is stored nowhere, and told to no other site: %s',
  async (path) => {
    for (const address of [`${path}?token=x`, `${path}/?token=x&lang=de`, `${path.toUpperCase()}?token=x`]) {
      const { headers } = await fetch(app.url + address)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('set-cookie')).toBeNull()
    }
  },
)

describe('a client that requests mails for another address', () => {
  test('and has no ticket, cannot use up what that person may ask for', async () => {
    const email = 'silenced@example.org'
    for (let n = 0; n <= LIMITS['sign-up-mail'].points; n++)
      expect((await spend(email, 'no-ticket')).status).toBe(400)
    await signUp(email)
    await untilJobsAreDone(sql)
    expect(await mailsInOutbox(sql, email)).toHaveLength(1)
  })

  test.each<[string, (n: number) => string]>([
    ['tags after a plus', (n) => `mail.box+${n}@example.org`],
    ['dots, which Gmail does not see', (n) => `${'undotted'.slice(0, n)}.${'undotted'.slice(n)}@gmail.com`],
    ['both names of Gmail', (n) => `reader${n < 3 ? '' : `+${n}`}@${n % 2 ? 'gmail' : 'googlemail'}.com`],
  ])('fills no mailbox by spelling its address differently: %s', async (_what, spell) => {
    const spellings = Array.from({ length: 7 }, (_, n) => spell(n + 1))
    for (const email of spellings) await signUp(email)
    await untilJobsAreDone(sql)
    expect(await sql`select from public.outbox_mails where recipient = any(${spellings})`).toHaveLength(5)
  })

  test('has a limit of its own for each address', async () => {
    const others = ['+@example.org', 'a.b@example.org', 'ab@example.org', 'a.b@gmail.com.example.org']
    const mailboxes = await sql`
      select private.mailbox_of(address) as mailbox from unnest(${others}::text[]) as address`
    expect(mailboxes.map(({ mailbox }) => mailbox)).toEqual(others)
  })

  test.each(['subscribe', 'confirmation-mail'] as const)(
    'has not 65,536 networks for it, because an IPv6 /48 counts as well: %s',
    async (limit) => {
      const statuses: number[] = []
      for (let network = 0; network < LIMITS[limit].wide + 5; network++) {
        const from = `2001:db8:77:${network.toString(16)}::1`
        const { status } =
          limit === 'subscribe'
            ? await takeTicket('wide@example.org', from)
            : await spend('wide@example.org', 'x', from)
        statuses.push(status)
      }
      expect(statuses.slice(-5)).toEqual(Array(5).fill(429))
      expect(statuses.slice(0, -5)).not.toContain(429)
    },
  )
})

describe('a body that never ends, from an anonymous client', () => {
  test.each([
    'send-newsletter',
    'preview-newsletter',
    'report-bounce',
    'save-translation-review',
    'check-links',
  ])('is not collected: %s', async (name) => {
    const { socket, receives } = await connectTo(app.url)
    onTestFinished(() => socket.destroy() && undefined)
    const type = name === 'report-bounce' ? 'message/rfc822' : 'application/json'
    socket.write(
      `POST /functions/v1/${name} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    socket.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`)
    await receives(/^HTTP\/1\.1 4(01|13) /)
  })

  test('is counted before it is read, where events come from', async () => {
    const from = freshAddress()
    const head = `POST /functions/v1/resend-webhook HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ntransfer-encoding: chunked\r\n\r\n`
    const connections = await Promise.all(
      Array.from({ length: LIMITS['forged-webhook'].points + 1 }, () => connectTo(app.url)),
    )
    onTestFinished(() => {
      for (const { socket } of connections) socket.destroy()
    })
    for (const { socket } of connections) socket.write(`${head}4000\r\n${'x'.repeat(0x4000)}\r\n`)
    await Promise.any(connections.map(({ receives }) => receives(/^HTTP\/1\.1 429 /)))
  })
})
