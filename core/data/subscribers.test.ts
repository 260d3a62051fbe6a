import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { confirmSubscription, subscribe } from '#core/data/subscribers.ts'
import { startTestApp, type TestApp } from '../../tests/support/app.ts'
import { emptyTables } from '../../tests/support/empty-tables.ts'
import { untilJobsAreDone } from '../../tests/support/jobs.ts'
import { letTimePass, READERS } from '../../tests/support/newsletter.ts'
import { TEST_SECRETS } from '../../tests/support/test-settings.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ trustProxy: 1 })
})
afterAll(() => app.stop())

let visitors = 0
/** Each test has a visitor with another IP address, because sign-ups are limited per address. */
let visitor: Client

beforeEach(async () => {
  await emptyTables(
    app.database.sql,
    'public.newsletter_subscribers, public.newsletter_send_tickets, public.outbox_mails',
  )
  visitors += 1
  visitor = createClient<Database>(app.url, TEST_SECRETS.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-forwarded-for': `192.0.2.${visitors}`, 'x-client-ip': '203.0.113.99' } },
  })
})

/** The tokens in the mails that were sent, oldest first. */
async function mailedTokens(): Promise<(string | undefined)[]> {
  await untilJobsAreDone(app.database.sql)
  const mails = await app.database.sql<{ body_text: string }[]>`
    select body_text from public.outbox_mails order by id`
  return mails.map((mail) => /token=([\w-]+)/.exec(mail.body_text)?.[1])
}

describe('signing up', () => {
  test('asks the reader to check their mail, and the link in that mail confirms the subscription', async () => {
    expect(await subscribe(visitor, READERS.ada, 'de')).toBe('check_your_mail')
    const [token, ...more] = await mailedTokens()
    expect(more).toEqual([])
    expect(await confirmSubscription(visitor, token ?? '')).toEqual({
      success: true,
      code: 'confirmed',
      message: 'Email confirmed successfully!',
    })
    const rows = await app.database.sql`select * from public.newsletter_subscribers`
    expect(rows).toMatchObject([{ email: READERS.ada, language: 'de', confirmed: true }])
  })

  test('again has the same outcome, whether pending, confirmed or unsubscribed', async () => {
    const again = () => subscribe(visitor, READERS.ada, 'en')
    expect(await again()).toBe('check_your_mail')
    expect(await again()).toBe('check_your_mail')
    await app.database.sql`update public.newsletter_subscribers set confirmed = true`
    expect(await again()).toBe('check_your_mail')
    await app.database.sql`update public.newsletter_subscribers set is_active = false`
    expect(await again()).toBe('check_your_mail')
    // At most one mail in ten minutes.
    expect(await mailedTokens()).toHaveLength(1)
  })

  test('records the IP address that the server saw, not the one that a header claims', async () => {
    await subscribe(visitor, READERS.ada, 'en')
    const ip = `192.0.2.${visitors}`
    const recorded = async () =>
      (await app.database.sql`select consent, requested_consent from private.newsletter_consents`)[0]
    expect(await recorded()).toMatchObject({ consent: {}, requested_consent: { ip } })
    const [token] = await mailedTokens()
    await confirmSubscription(visitor, token ?? '')
    expect(await recorded()).toMatchObject({ consent: { ip, confirmed_ip: ip } })
  })

  test('fails with an address that the database rejects, and sends no mail', async () => {
    expect(await subscribe(visitor, 'ada@example', 'en')).toBe('subscribe_failed')
    expect(await mailedTokens()).toEqual([])
  })

  test('reports when no confirmation mail can be sent because the queue is full', async () => {
    const { sql } = app.database
    await sql`
      insert into pgboss.job (name, data, start_after)
      select 'send-confirmation-mail', '{}', now() + interval '1 hour' from generate_series(1, 2000)`
    expect(await subscribe(visitor, READERS.ada, 'en')).toBe('mail_failed')
    await sql`delete from pgboss.job where data = '{}'`
  })

  test('fails after twenty sign-ups from one IP address, and sends no mail then', async () => {
    const outcomes = []
    for (let n = 0; n < 20; n++) outcomes.push(await subscribe(visitor, 'not an address', 'en'))
    expect(outcomes).toEqual(Array(20).fill('subscribe_failed'))
    expect(await subscribe(visitor, READERS.ada, 'en')).toBe('subscribe_failed')
    expect(await mailedTokens()).toEqual([])
  })

  test('fails when the server cannot be reached', async () => {
    const nowhere = createClient<Database>('http://127.0.0.1:1', TEST_SECRETS.publishableKey)
    expect(await subscribe(nowhere, READERS.ada, 'en')).toBe('subscribe_failed')
  })
})

describe('confirming', () => {
  test('a second time has the same result, and two days later says that the link was used', async () => {
    await subscribe(visitor, READERS.ada, 'en')
    const [token] = await mailedTokens()
    const first = await confirmSubscription(visitor, token ?? '')
    expect(await confirmSubscription(visitor, token ?? '')).toEqual(first)
    await letTimePass(app.database.sql, '2 days')
    expect(await confirmSubscription(visitor, token ?? '')).toMatchObject({ success: false, code: 'used' })
  })

  test.each(['', 'x', '\u{1F4A5}', '\0', 'A'.repeat(5000), "' or 1=1"])(
    'with the token %j is refused',
    async (token) => {
      expect(await confirmSubscription(visitor, token)).toEqual({
        success: false,
        code: 'invalid',
        message: 'Invalid confirmation link',
      })
    },
  )

  test('throws when the server cannot be reached', async () => {
    const nowhere = createClient<Database>('http://127.0.0.1:1', TEST_SECRETS.publishableKey)
    await expect(confirmSubscription(nowhere, 'x')).rejects.toThrow('fetch failed')
  })

  test('without a token is a function that does not exist', async () => {
    const { status, error } = await visitor.rpc('confirm_newsletter_subscription', {} as { p_token: string })
    expect([status, error?.code]).toEqual([404, 'PGRST202'])
  })

  test('does not happen by a GET request, which link scanners send', async () => {
    await subscribe(visitor, READERS.ada, 'en')
    const [token] = await mailedTokens()
    await visitor.rpc('confirm_newsletter_subscription', { p_token: token ?? '' }, { get: true })
    const rows = await app.database.sql`select confirmed from public.newsletter_subscribers`
    expect([...rows]).toEqual([{ confirmed: false }])
  })
})

test('an invalid address is refused with 400 and the message of the form', async () => {
  const malformed = await visitor.rpc('subscribe_newsletter', { p_email: 'ada' })
  expect([malformed.status, malformed.error?.code]).toEqual([400, '22023'])
  expect(malformed.error?.message).toBe('Invalid email address')
  const long = await visitor.rpc('subscribe_newsletter', { p_email: `${'a'.repeat(244)}@example.org` })
  expect([long.status, long.error?.message]).toEqual([400, 'Email too long'])
})
