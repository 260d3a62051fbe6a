import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SubscribeResult } from '#core/domain/subscriber.ts'
import { preferencesPath, unsubscribePath } from '#core/paths.ts'
import { recordBounce } from '#server/features/newsletter/reports/bounces.ts'
import { startTestApp } from '../support/app.ts'
import { freshAddress } from '../support/auth.ts'
import { untilJobsAreDone } from '../support/jobs.ts'
import { addSubscriber, mailsInOutbox } from '../support/subscribers.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'

const app = await startTestApp({ trustProxy: 1 })
const { sql } = app.database
afterAll(() => app.stop())
beforeEach(() => sql`delete from private.rate_limits`.then(() => {}))

/** Both steps of a sign-up, as a browser takes them; returns everything that it is told, but for times and the ticket. */
async function signUp(email: string, from = freshAddress()) {
  const call = async (path: string, body: object) => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: TEST_SECRETS.publishableKey,
        'x-forwarded-for': from,
      },
      body: JSON.stringify(body),
    })
    const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
    return { status: response.status, headers, body: await response.json() }
  }
  const first = await call('/rest/v1/rpc/subscribe_newsletter', { p_email: email, p_language: 'en' })
  const { confirmation_token, ...said } = first.body as SubscribeResult
  const second = await call('/functions/v1/send-confirmation-email', {
    email,
    confirmationToken: confirmation_token,
  })
  return [{ ...first, body: { ...said, email: '', ticket: confirmation_token?.length } }, second]
}

describe('a sign-up', () => {
  test('is answered in the same way for every state of an address', async () => {
    const complain = (email: string) =>
      recordBounce(sql, {
        source: 'resend',
        kind: 'complaint',
        mailId: null,
        email,
        status: null,
        detail: null,
      })
    const states: ((subscriber: { id: string; email: string }) => Promise<unknown>)[] = [
      async () => {},
      ({ id }) => sql`select private.leave_newsletter(${id})`,
      ({ email }) => complain(email),
      async ({ id, email }) =>
        complain(email).then(() => sql`delete from public.newsletter_subscribers where id = ${id}`),
      ({ email }) =>
        recordBounce(sql, {
          source: 'resend',
          kind: 'permanent',
          mailId: null,
          email,
          status: null,
          detail: null,
        }),
      ({ id }) => sql`select private.erase_subscriber(${id})`,
      ({ id }) => sql`update public.newsletter_subscribers set is_active = false where id = ${id}`,
      ({ id }) => sql`update public.newsletter_subscribers set confirmed = false where id = ${id}`,
    ]
    const expected = await signUp('nobody.yet@example.org')
    expect(expected).toMatchObject([
      { status: 200, body: { success: true } },
      { status: 200, body: { success: true } },
    ])
    for (const prepare of states) {
      const subscriber = await addSubscriber(sql)
      await prepare(subscriber)
      for (let n = 0; n < 2; n++) expect(await signUp(subscriber.email)).toEqual(expected)
    }
  })

  test('of one address, fifty times from fifty networks, is one mail and few jobs', async () => {
    const email = 'flooded@example.org'
    const answers = await Promise.all(Array.from({ length: 50 }, () => signUp(email)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await untilJobsAreDone(sql)
    expect(await mailsInOutbox(sql, email)).toHaveLength(1)
    const [jobs] = await sql`
      select count(*)::int as count from pgboss.job where name = 'send-confirmation-mail' and data ->> 'email' = ${email}`
    expect(jobs?.count).toBe(10)
  })
})

describe('a client with a link from a forwarded newsletter', () => {
  const send = (path: string, body: string, from = freshAddress()) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from },
      body,
    })

  test.each(['data', 'erase', 'return'])('cannot flood the mailbox by asking for: %s', async (intent) => {
    const ada = await addSubscriber(sql)
    if (intent === 'return') await sql`select private.leave_newsletter(${ada.id})`
    const statuses: number[] = []
    for (let n = 0; n < 12; n++)
      statuses.push((await send(preferencesPath(ada.preferences, 'en'), `intent=${intent}`)).status)
    expect(statuses).toEqual([200, 200, ...Array(10).fill(429)])
    await untilJobsAreDone(sql)
    expect(await mailsInOutbox(sql, ada.email)).toHaveLength(intent === 'return' ? 1 : 2)
  })

  test('learns neither the address nor anything else that is stored', async () => {
    const ada = await addSubscriber(sql)
    await sql`
      insert into private.newsletter_consents (subscriber_id, consent) values (${ada.id}, '{"ip": "192.0.2.99"}')`
    const [local = ''] = ada.email.split('@')
    for (const path of [preferencesPath(ada.preferences, 'en'), unsubscribePath(ada.unsubscribe, 'en')]) {
      const response = await fetch(app.url + path)
      const text = `${await response.text()}${JSON.stringify([...response.headers])}`
      expect(text).not.toContain(local)
      expect(text).not.toContain('192.0.2.99')
      expect(text).not.toContain(ada.id)
    }
  })

  test('and one that guesses, causes no line in the log', async () => {
    const errors = vi.spyOn(console, 'error')
    onTestFinished(() => errors.mockRestore())
    for (const path of ['/unsubscribe', '/newsletter/preferences', '/newsletter/erase'])
      for (const token of ['x', '%00', 'a'.repeat(6_000), '\u{1F600}'])
        for (const method of ['GET', 'POST'])
          expect((await fetch(`${app.url}${path}?token=${token}`, { method })).status).toBe(400)
    expect(errors).not.toHaveBeenCalled()
  })

  test('cannot be one of the request roles: leaving, reading and erasing are no functions of the data service', async () => {
    for (const name of [
      'leave_newsletter',
      'export_subscriber',
      'erase_subscriber',
      'erase_by_link',
      'record_bounce',
    ]) {
      const response = await fetch(`${app.url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', apikey: TEST_SECRETS.secretKey },
        body: '{}',
      })
      expect(response.status).toBe(404)
    }
  })
})

test('during an outage of the database nothing is answered as done, and leaving works afterwards', async () => {
  const ada = await addSubscriber(sql)
  await app.database.cut()
  onTestFinished(() => app.database.restore())
  const leave = () =>
    fetch(app.url + unsubscribePath(ada.unsubscribe, 'en'), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
  expect((await leave()).status).toBeGreaterThanOrEqual(500)
  await app.database.restore()
  expect((await leave()).status).toBe(200)
})
