import { afterAll, expect, test } from 'vitest'
import type { SubscribeResult } from '#core/domain/subscriber.ts'
import { startTestApp } from '../../../../tests/support/app.ts'
import { freshAddress } from '../../../../tests/support/auth.ts'
import { untilJobsAreDone } from '../../../../tests/support/jobs.ts'
import { letTimePass } from '../../../../tests/support/newsletter.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const app = await startTestApp({ trustProxy: 1 })
const { sql } = app.database
afterAll(() => app.stop())

const EXPIRED = { error: 'This sign-up has expired. Please subscribe again.' }
const MALFORMED = { error: 'Send an object with an email and the confirmationToken it came with.' }

function openFunction() {
  const home = freshAddress()
  return async (body: unknown, { from = home, headers = {} } = {}) => {
    const response = await fetch(`${app.url}/functions/v1/send-confirmation-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
}

const withoutDate = (headers: Headers) =>
  [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')

async function signUp(email: string): Promise<{ email: string; confirmationToken: string | null }> {
  const [row] = await sql<[{ answer: SubscribeResult }]>`
    select public.subscribe_newsletter(${email}) as answer`
  return { email, confirmationToken: row.answer.confirmation_token }
}

test('a new, a waiting and a subscribed address get the same response', async () => {
  const send = openFunction()
  const fresh = await send(await signUp('ada@example.com'))
  await untilJobsAreDone(sql)
  const waiting = await send(await signUp('ada@example.com'))
  await untilJobsAreDone(sql)
  await sql`update public.newsletter_subscribers set confirmed = true where email = 'ada@example.com'`
  await letTimePass(sql, '10 minutes')
  const subscribed = await send(await signUp('ada@example.com'))
  await untilJobsAreDone(sql)

  expect(fresh).toMatchObject({ status: 200, body: { success: true } })
  for (const answer of [waiting, subscribed]) {
    expect(answer.body).toEqual(fresh.body)
    expect(withoutDate(answer.headers)).toEqual(withoutDate(fresh.headers))
  }
  expect(await sql`select subject from public.outbox_mails order by id`).toEqual([
    { subject: 'Please confirm your subscription to AI Watch' },
    { subject: 'You are already subscribed to AI Watch' },
  ])
})

test('the response is for our own origin only', async () => {
  const send = openFunction()
  const { headers } = await send(await signUp('bob@example.com'), {
    headers: { origin: 'https://eve.example' },
  })
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test('the key that the browser sends along is no obstacle', async () => {
  const send = openFunction()
  const key = TEST_SECRETS.publishableKey
  const headers = { apikey: key, authorization: `Bearer ${key}` }
  expect(await send(await signUp('cleo@example.com'), { headers })).toMatchObject({ status: 200 })
})

test('a ticket that does not fit is an expired sign-up', async () => {
  const send = openFunction()
  const { confirmationToken } = await signUp('dana@example.com')
  const stolen = { email: 'eve@example.net', confirmationToken }
  expect(await send(stolen)).toMatchObject({ status: 400, body: EXPIRED })
  expect(await send({ email: 'dana@example.com', confirmationToken: 'nope' })).toMatchObject({
    status: 400,
    body: EXPIRED,
  })
})

test.each([
  ['no JSON', '{"email":'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', []],
  ['no token', { email: 'ada@example.com' }],
  ['an empty token', { email: 'ada@example.com', confirmationToken: '' }],
  ['a token that is a number', { email: 'ada@example.com', confirmationToken: 1 }],
  ['a token with a NUL', { email: 'ada@example.com', confirmationToken: 'a\u0000b' }],
  ['no address', { confirmationToken: 'x' }],
  ['an address with a NUL', { email: 'ada\u0000@example.com', confirmationToken: 'x' }],
  [
    'an address with a line break',
    { email: 'ada@example.com\r\nBcc: eve@example.net', confirmationToken: 'x' },
  ],
  ['a very long address', { email: `${'a'.repeat(250)}@example.com`, confirmationToken: 'x' }],
])('%s is malformed', async (_what, body) => {
  const send = openFunction()
  expect(await send(body)).toMatchObject({ status: 400, body: MALFORMED })
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
  'a body of type %s is refused, though it holds JSON',
  async (type) => {
    const send = openFunction()
    const answer = await send(await signUp('emil@example.com'), { headers: { 'content-type': type } })
    expect(answer).toMatchObject({ status: 415, body: { error: 'Send the request as application/json.' } })
  },
)

test('while too many mails are waiting the response is one sentence, and the ticket stays valid', async () => {
  const send = openFunction()
  const signedUp = await signUp('finn@example.com')
  await sql`
    insert into pgboss.job (name, data, start_after)
    select 'send-confirmation-mail', '{}', now() + interval '1 hour' from generate_series(1, 2000)`
  expect(await send(signedUp)).toMatchObject({
    status: 503,
    body: { error: 'Too many people are signing up right now. Please try again in a few minutes.' },
  })
  await sql`delete from pgboss.job where data = '{}' and name = 'send-confirmation-mail'`
  expect(await send(signedUp)).toMatchObject({ status: 200 })
})

test('the twenty-first try of an address within ten minutes has to wait; others need not', async () => {
  const send = openFunction()
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    expect((await send({}, { from: '192.0.2.7' })).status).toBe(400)
  }
  const { status, headers, body } = await send({}, { from: '192.0.2.7' })
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(590)
  expect(body).toEqual({ error: 'Too many sign-ups from this address. Please try again later.' })
  expect((await send({}, { from: '192.0.2.8' })).status).toBe(400)
})
