import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailReport, recordBounce } from '#server/features/newsletter/reports/bounces.ts'
import { createTestDatabase } from '../support/database.ts'
import {
  confirmAsVisitor,
  letTimePass,
  READERS,
  requestConfirmation,
  subscribeAsVisitor,
} from '../support/newsletter.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(() => database.drop())
beforeEach(
  () =>
    sql`truncate public.newsletter_subscribers, public.newsletter_send_tickets, private.suppressed_addresses,
  public.newsletter_issues cascade`,
)

const { ada } = READERS
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function subscribed(email = ada): Promise<string> {
  await confirmAsVisitor(sql, await requestConfirmation(sql, email))
  await letTimePass(sql, '1 hour')
  return idOf(email)
}
async function idOf(email: string): Promise<string> {
  const [row] = await sql<
    [{ id: string }]
  >`select id from public.newsletter_subscribers where email = ${email}`
  return row.id
}
const stateOf = async (email = ada) =>
  (await sql`select is_active, left_reason from public.newsletter_subscribers where email = ${email}`)[0]
const suppressed = () => sql`select address_hash, reason from private.suppressed_addresses`
const outcomeOf = async (email: string, byLink = false) => {
  const hash = hashOf(randomUUID())
  const [row] = await sql<[{ outcome: string }]>`
    select private.begin_confirmation_mail(${email}, ${hash}, ${byLink}) ->> 'outcome' as outcome`
  return row.outcome
}
const report = (values: Partial<MailReport>) =>
  recordBounce(sql, {
    source: 'resend',
    kind: 'permanent',
    mailId: null,
    email: ada,
    status: '5.1.1',
    detail: null,
    ...values,
  })

/** The history of an address, and the mail that a new sign-up of it causes. */
const STATES: { state: string; prepare: () => Promise<unknown>; form: string; link?: string }[] = [
  { state: 'new', prepare: async () => {}, form: 'confirm' },
  { state: 'pending', prepare: () => subscribeAsVisitor(sql, ada), form: 'confirm', link: 'confirm' },
  { state: 'confirmed', prepare: () => subscribed(), form: 'already_subscribed', link: 'already_subscribed' },
  {
    state: 'unsubscribed',
    prepare: async () => sql`select private.leave_newsletter(${await subscribed()})`,
    form: 'confirm',
    link: 'confirm',
  },
  {
    state: 'removed by an administrator',
    prepare: async () =>
      sql`update public.newsletter_subscribers set is_active = false where id = ${await subscribed()}`,
    form: 'confirm',
    link: 'confirm',
  },
  {
    state: 'bounced',
    prepare: async () => subscribed().then(() => report({})),
    form: 'confirm',
    link: 'confirm',
  },
  {
    state: 'complained',
    prepare: async () => subscribed().then(() => report({ kind: 'complaint' })),
    form: 'silent',
    link: 'confirm',
  },
  {
    state: 'complained and deleted since',
    prepare: async () => {
      await subscribed().then(() => report({ kind: 'complaint' }))
      await sql`delete from public.newsletter_subscribers`
    },
    form: 'silent',
  },
  {
    state: 'erased',
    prepare: async () => sql`select private.erase_subscriber(${await subscribed()})`,
    form: 'confirm',
  },
]

test.each(STATES)(
  'an address that is $state is mailed by a sign-up: $form, and answered like any other',
  async ({ prepare, form }) => {
    await prepare()
    expect(await subscribeAsVisitor(sql, ada, 'de')).toEqual({
      success: true,
      email: ada,
      confirmation_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await outcomeOf(ada)).toBe(form)
  },
)

test.each(STATES.filter(({ link }) => link))(
  'an address that is $state is mailed by a link of its own: $link',
  async ({ prepare, link }) => {
    await prepare()
    expect(await outcomeOf(ada, true)).toBe(link)
  },
)

test.each(['bounced', 'erased', 'complained'])(
  'an address that was %s is free again once its owner has confirmed',
  async (reason) => {
    await sql`insert into private.suppressed_addresses (address_hash, reason) values (${hashOf(ada)}, ${reason})`
    await subscribeAsVisitor(sql, ada)
    expect(await suppressed()).toHaveLength(1)
    const token = randomUUID()
    await sql`select private.begin_confirmation_mail(${ada}, ${hashOf(token)}, true)`
    expect(await confirmAsVisitor(sql, token)).toMatchObject({ code: 'confirmed' })
    expect(await suppressed()).toEqual([])
    expect(await stateOf()).toEqual({ is_active: true, left_reason: null })
  },
)

describe('leaving', () => {
  test('ends the links that another user has requested, and the welcome mail in the queue', async () => {
    const id = await subscribed()
    const token = randomUUID()
    await sql`update public.newsletter_subscribers set is_active = false where id = ${id}`
    await subscribeAsVisitor(sql, ada)
    await sql`select private.begin_confirmation_mail(${ada}, ${hashOf(token)})`
    expect(await sql`select from private.newsletter_welcomes`).toHaveLength(1)
    await sql`select private.leave_newsletter(${id})`
    expect(await confirmAsVisitor(sql, token)).toMatchObject({ code: 'expired' })
    expect(await sql`select from private.newsletter_welcomes`).toHaveLength(0)
  })

  test('takes from administrators the right to bring back whom they had removed', async () => {
    const id = await subscribed()
    await sql`update public.newsletter_subscribers set is_active = false where id = ${id}`
    await sql`select private.leave_newsletter(${id})`
    expect(await stateOf()).toEqual({ is_active: false, left_reason: 'unsubscribed' })
  })

  test('is told from being gone, and can be repeated', async () => {
    const id = await subscribed()
    const leave = async () => (await sql`select private.leave_newsletter(${id}) as was_there`)[0]
    for (let n = 0; n < 2; n++) expect(await leave()).toEqual({ was_there: true })
    const [row] = await sql`select left_at from public.newsletter_subscribers`
    await leave()
    expect((await sql`select left_at from public.newsletter_subscribers`)[0]).toEqual(row)
    await sql`delete from public.newsletter_subscribers`
    expect(await leave()).toEqual({ was_there: false })
  })
})

describe('a report', () => {
  test.each([
    ['permanent', { is_active: false, left_reason: 'bounced' }, 'bounced'],
    ['complaint', { is_active: false, left_reason: 'complained' }, 'complained'],
    ['left', { is_active: false, left_reason: 'unsubscribed' }, null],
    ['temporary', { is_active: true, left_reason: null }, null],
    ['refused', { is_active: true, left_reason: null }, null],
  ] as const)('that is %s', async (kind, state, reason) => {
    await subscribed()
    await report({ kind, email: 'ADA@Example.org' })
    expect(await stateOf()).toEqual(state)
    expect(await suppressed()).toEqual(reason ? [{ address_hash: hashOf(ada), reason }] : [])
    expect(await sql`select kind, status from private.newsletter_bounces`).toEqual([
      { kind, status: '5.1.1' },
    ])
  })

  test('of a complaint outweighs everything that was known, and nothing outweighs it', async () => {
    const id = await subscribed()
    await sql`select private.leave_newsletter(${id})`
    await report({ kind: 'permanent' })
    expect(await stateOf()).toEqual({ is_active: false, left_reason: 'unsubscribed' })
    await report({ kind: 'complaint' })
    for (const kind of ['permanent', 'left'] as const) await report({ kind })
    expect(await stateOf()).toEqual({ is_active: false, left_reason: 'complained' })
    expect(await suppressed()).toMatchObject([{ reason: 'complained' }])
  })

  test('ends the links of a sign-up whose mail comes back', async () => {
    const token = await requestConfirmation(sql, ada)
    await report({})
    expect(await confirmAsVisitor(sql, token)).toMatchObject({ code: 'expired' })
  })

  test('finds whom we wrote to by the id of the mail, also when their mailbox forwarded it', async () => {
    const id = await subscribed()
    const mailId = randomUUID()
    await sql`insert into public.newsletter_issues (id) values (${mailId})`
    await sql`
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status, message_id, settled_at)
      values (${mailId}, ${id}, ${ada}, 'en', 'uncertain', ${mailId}, null)`
    await report({ mailId, email: 'forwarded@elsewhere.example' })
    expect(await stateOf()).toEqual({ is_active: false, left_reason: 'bounced' })
    expect(await suppressed()).toEqual([{ address_hash: hashOf(ada), reason: 'bounced' }])
    // It came back, so it had left.
    expect(await sql`select status, reason from public.newsletter_deliveries`).toEqual([
      { status: 'sent', reason: 'permanent 5.1.1' },
    ])
  })

  test('that the provider never sent a mail makes it one that failed', async () => {
    const id = await subscribed()
    const mailId = randomUUID()
    await sql`insert into public.newsletter_issues (id) values (${mailId})`
    await sql`
      insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status, message_id)
      values (${mailId}, ${id}, ${ada}, 'en', 'sent', ${mailId})`
    await report({ mailId, kind: 'refused', status: null, wasSent: false })
    expect(await sql`select status, reason from public.newsletter_deliveries`).toEqual([
      { status: 'failed', reason: 'refused' },
    ])
    expect(await stateOf()).toEqual({ is_active: true, left_reason: null })
  })

  test('about an erased subscriber leaves only the hash', async () => {
    const id = await subscribed()
    await sql`select private.erase_subscriber(${id})`
    expect(await report({})).toEqual({ known: false, suppressed: true })
    expect(await suppressed()).toEqual([{ address_hash: hashOf(ada), reason: 'erased' }])
    expect(await sql`select from private.newsletter_bounces`).toHaveLength(0)
  })
})

test('no request role can call or read any of this', async () => {
  const names = ['consent_asked', 'leave_newsletter', 'ask_to_return', 'export_subscriber', 'erase_by_link']
  names.push('record_bounce', 'begin_confirmation_mail')
  const reachable = await sql`
    select role, proname from pg_proc, unnest(array['anon', 'authenticated', 'service_role', 'access_token']) as role
    where pronamespace = 'private'::regnamespace and proname = any(${names}) and has_function_privilege(role, oid, 'execute')`
  expect(reachable).toEqual([])
  const known = await sql`
    select from pg_proc where pronamespace = 'private'::regnamespace and proname = any(${names})`
  expect(known).toHaveLength(names.length)
  const tables = ['newsletter_consent_texts', 'newsletter_welcomes', 'newsletter_erasure_tokens']
  tables.push('newsletter_bounces', 'mail_report_events', 'report_ways')
  const readable = await sql`
    select role, relname from pg_class, unnest(array['anon', 'authenticated', 'service_role', 'access_token']) as role
    where relnamespace = 'private'::regnamespace and relname = any(${tables})
      and has_table_privilege(role, oid, 'select, insert, update, delete')`
  expect(readable).toEqual([])
  const locked = await sql`
    select from pg_class where relnamespace = 'private'::regnamespace and relname = any(${tables}) and relrowsecurity`
  expect(locked).toHaveLength(tables.length)
})
