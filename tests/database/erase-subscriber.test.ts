import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { READERS, requestConfirmation } from '../support/newsletter.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  await database.sql`
    truncate public.newsletter_subscribers, private.suppressed_addresses, public.newsletter_send_tickets, public.mail_deliveries,
      public.outbox_mails, public.audit_log, public.newsletter_issues cascade`
})

test('erasing leaves a hash of the address, a note without it, and a ledger that still adds up', async () => {
  const { sql } = database
  await requestConfirmation(sql, READERS.ada)
  await requestConfirmation(sql, READERS.grace)
  const id = await idOf(READERS.ada)
  const [issue] = await sql<
    [{ id: string }]
  >`insert into public.newsletter_issues default values returning id`
  await sql`
    insert into public.newsletter_deliveries (issue_id, subscriber_id, email, language, status)
    values (${issue.id}, ${id}, ${READERS.ada}, 'en', 'sent')`
  await storeMail('send-confirmation-mail', READERS.ada)
  await storeMail('send-security-notice', READERS.ada)
  await storeMail('send-confirmation-mail', READERS.grace)

  expect(await erase(id)).toBe(true)

  expect(await everywhere(READERS.ada)).toEqual(['mail_deliveries', 'outbox_mails'])
  const left = await sql`select kind, recipient from public.mail_deliveries order by kind, recipient`
  expect([...left]).toEqual([
    { kind: 'send-confirmation-mail', recipient: READERS.grace },
    { kind: 'send-security-notice', recipient: READERS.ada },
  ])
  expect(await suppressed()).toEqual([{ address_hash: sha256(READERS.ada), reason: 'erased' }])
  const audit = await sql`select actor, action, subject_id, reason, details from public.audit_log`
  expect([...audit]).toEqual([
    { actor: null, action: 'erase_subscriber', subject_id: id, reason: null, details: {} },
  ])
  const ledger = await sql`select subscriber_id, email, status from public.newsletter_deliveries`
  expect([...ledger]).toEqual([{ subscriber_id: null, email: null, status: 'sent' }])
  const open = await sql`select distinct subscriber_id from private.newsletter_confirmation_tokens`
  expect([...open]).toEqual([{ subscriber_id: await idOf(READERS.grace) }])
})

test('a complaint outlives the erasure, and a bounce becomes one', async () => {
  const { sql } = database
  for (const [email, reason] of [
    [READERS.ada, 'complained'],
    [READERS.grace, 'bounced'],
  ] as const) {
    await sql`
      insert into public.newsletter_subscribers (email, confirmed, is_active, left_reason)
      values (${email}, true, false, ${reason})`
    await sql`insert into private.suppressed_addresses (address_hash, reason) values (${sha256(email)}, ${reason})`
    await erase(await idOf(email))
  }
  expect(await suppressed()).toEqual(
    [
      { address_hash: sha256(READERS.ada), reason: 'complained' },
      { address_hash: sha256(READERS.grace), reason: 'erased' },
    ].sort((a, b) => a.reason.localeCompare(b.reason)),
  )
})

test('an unsubscribed reader stays suppressed after an administrator deletes the row, and other readers leave no trace', async () => {
  const { sql } = database
  await sql`
    insert into public.newsletter_subscribers (email, confirmed, is_active, left_reason) values
      (${READERS.ada}, true, false, 'unsubscribed'), (${READERS.grace}, true, false, 'administrator'),
      ('bounced@example.org', true, false, 'bounced')`
  await sql`insert into public.newsletter_subscribers (email, confirmed) values (${READERS.emmy}, true)`
  await sql`delete from public.newsletter_subscribers`
  expect(await suppressed()).toEqual([
    { address_hash: sha256('bounced@example.org'), reason: 'bounced' },
    { address_hash: sha256(READERS.ada), reason: 'erased' },
  ])
})

test('a subscriber is erased once', async () => {
  expect(await erase(randomUUID())).toBe(false)
  const log = await database.sql`select from public.audit_log`
  expect(log).toHaveLength(0)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function erase(id: string): Promise<boolean> {
  const [row] = await database.sql<[{ erased: boolean }]>`select private.erase_subscriber(${id}) as erased`
  return row.erased
}

async function idOf(email: string): Promise<string> {
  const [row] = await database.sql<
    [{ id: string }]
  >`select id from public.newsletter_subscribers where email = ${email}`
  return row.id
}

async function suppressed() {
  return [
    ...(await database.sql`select address_hash, reason from private.suppressed_addresses order by reason`),
  ]
}

async function storeMail(kind: string, recipient: string): Promise<void> {
  const messageId = `<${randomUUID()}@example.org>`
  await database.sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, message_id)
    values (${randomUUID()}, ${kind}, ${recipient}, 'A mail', 'queued', ${messageId})`
  await database.sql`
    insert into public.outbox_mails (message_id, sender, recipient, subject, body_text, body_html)
    values (${messageId}, 'us', ${recipient}, 'A mail', '', '')`
}

/** The tables that still contain a text, of all schemas. */
async function everywhere(text: string): Promise<string[]> {
  const tables = await database.sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'private') and table_type = 'BASE TABLE' order by table_name`
  const found: string[] = []
  for (const { schema, name } of tables) {
    const { rows } = await database.sql.run(
      `select from ${schema}.${name} as stored where stored::text ilike '%' || $1 || '%' limit 1`,
      [text],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
