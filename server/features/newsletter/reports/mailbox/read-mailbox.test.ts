import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { MOST_BYTES, readReportMailbox } from '#server/features/newsletter/reports/mailbox/read-mailbox.ts'
import { saveMailSettings } from '#server/platform/mail/mail-settings.ts'
import { type ImapServer, startImapServer } from '../../../../../tests/mocks/imap-server.ts'
import { createAdministrator } from '../../../../../tests/support/accounts.ts'
import { createTestDatabase } from '../../../../../tests/support/database.ts'
import { emptyTables } from '../../../../../tests/support/empty-tables.ts'
import { startTestJobs } from '../../../../../tests/support/jobs.ts'
import { deliveryReport } from '../../../../../tests/support/mail-reports.ts'
import { mintToken } from '../../../../../tests/support/mint-token.ts'

const database = await createTestDatabase()
const { sql } = database
const jobs = await startTestJobs(database, { works: false })
const { services } = jobs
afterAll(() => jobs.stop())
await createAdministrator(sql, 'admin@example.com', 'correct horse battery')
const claims = decodeJwt(await mintToken(sql, 'admin@example.com'))

/** Of the mail that ada got. */
let mailId: string
beforeEach(async () => {
  await emptyTables(
    sql,
    'public.newsletter_subscribers, private.suppressed_addresses, private.mail_report_events, private.report_ways',
  )
  mailId = randomUUID()
  await sql`insert into public.newsletter_subscribers (email, confirmed) values ('ada@example.org', true)`
  await sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, attempts, sent_at)
    values (${mailId}, 'send-confirmation-mail', 'ada@example.org', 'Hello', 'sent', 1, now())`
})

const report = () => deliveryReport({ messageId: `<${mailId}@aiwatch.example>` })
const PERSONAL = 'From: ada@example.org\r\nSubject: Re: The week\r\n\r\nThank you!\r\n'

async function setUp(server: ImapServer, more = {}) {
  onTestFinished(() => server.close())
  const [{ version }] = await sql<[{ version: number }]>`select version from private.mail_settings`
  const reports = {
    ...{ kind: 'mailbox', host: '127.0.0.1', port: server.port, security: 'none' },
    ...{ username: server.user, folder: 'INBOX', secret: server.password, ...more },
  }
  const saved = await saveMailSettings(sql, services.mail, {
    claims,
    change: { version, reports },
  })
  expect(saved).toBe('saved')
}

const read = (watchMs = 0, signal = new AbortController().signal) =>
  readReportMailbox(services, { signal }, { watchMs })
const isActive = async () =>
  (await sql<[{ is_active: boolean }]>`select is_active from public.newsletter_subscribers`)[0].is_active
const way = async () =>
  (
    await sql`
      select last_uid::integer as last, trouble, read_at is not null as is_read from private.report_ways where way = 'mailbox'`
  )[0]

test('a report ends a subscription, and nothing in the mailbox is changed', async () => {
  const server = await startImapServer()
  await setUp(server)
  server.deliver(PERSONAL)
  server.deliver(report())
  await read()
  expect(await isActive()).toBe(false)
  expect(await way()).toEqual({ last: 2, trouble: null, is_read: true })
  expect(server.commands.join('\n')).toMatch(/EXAMINE/)
  expect(server.commands.join('\n')).not.toMatch(/SELECT|STORE|COPY|MOVE|EXPUNGE|APPEND|BODY\[|RFC822\b/)
  expect(server.commands.filter((command) => command.startsWith('UID FETCH'))).toEqual([
    expect.stringContaining(`BODY.PEEK[]<0.${MOST_BYTES}>`),
  ])
})

test('only what is new is read, and the same mail once', async () => {
  const server = await startImapServer()
  await setUp(server)
  server.deliver(report())
  await read()
  await sql`update public.newsletter_subscribers set is_active = true`
  await read()
  expect(server.commands.filter((command) => command.startsWith('UID FETCH'))).toHaveLength(1)
  // The numbers begin anew: what is read again is known.
  server.renumber()
  await read()
  expect(server.commands.filter((command) => command.startsWith('UID FETCH'))).toHaveLength(2)
  expect(await isActive()).toBe(true)
  expect(await sql`select from private.newsletter_bounces`).toHaveLength(1)
})

test('what arrives while the server is asked to tell of it is read at once', async () => {
  const server = await startImapServer()
  await setUp(server)
  const stopped = new AbortController()
  const reading = read(60_000, stopped.signal)
  await expect.poll(() => server.commands.includes('IDLE')).toBe(true)
  server.deliver(report())
  await expect.poll(isActive).toBe(false)
  stopped.abort()
  await reading
})

test('a server that does not tell of new mail is asked once in a run', async () => {
  const server = await startImapServer({ hasIdle: false })
  await setUp(server)
  await read(60_000)
  expect(server.commands).not.toContain('IDLE')
  expect(await way()).toMatchObject({ is_read: true })
})

describe('what would be too much is bounded', () => {
  test('of a hundred thousand old mails none is read, and of recent ones the last thousand', async () => {
    const server = await startImapServer({ mails: 100_000, since: 0 })
    await setUp(server)
    await read()
    expect(server.sentBytes()).toBe(0)
    expect(await way()).toMatchObject({ last: 100_000 })
    server.deliver(report())
    await read()
    expect(await isActive()).toBe(false)
    const recent = await startImapServer({ mails: 3_000 })
    await setUp(recent)
    await read()
    expect(recent.sentBytes()).toBe(1_000 * 'Subject: News\r\n\r\nHello.\r\n'.length)
    expect(await way()).toMatchObject({ last: 3_000 })
  })

  test('of a report of 50 MB only the beginning is asked for', async () => {
    const server = await startImapServer()
    await setUp(server)
    server.deliver(report().replace(/--4F2A\/mx.example.org--/, `${'x'.repeat(50 * 1024 * 1024)}\r\n$&`))
    await read()
    expect(server.sentBytes()).toBe(MOST_BYTES)
    expect(await isActive()).toBe(false)
  })

  test('a server that sends more than was asked for is not listened to, and the mail is passed over', async () => {
    const server = await startImapServer()
    await setUp(server)
    server.deliver(PERSONAL)
    server.deliver(report())
    server.behave({ kind: 'oversize', bytes: 3 * 1024 * 1024 })
    await read()
    expect(await way()).toMatchObject({ last: 1, trouble: expect.any(String) })
    server.behave({ kind: 'serve' })
    await read()
    expect(await way()).toMatchObject({ last: 2, trouble: null })
    expect(await isActive()).toBe(false)
  })
})

describe('why it cannot be read is stored', () => {
  test.each<[string, object, (server: ImapServer) => unknown, RegExp]>([
    ['a refused login', {}, (server) => server.behave({ kind: 'refuse-login' }), /wrong/],
    ['a folder that is missing', { folder: 'Reports' }, () => {}, /no such folder/],
    ['encryption that is not offered', { security: 'starttls' }, () => {}, /TLS/],
    ['a port without encryption', { security: 'tls' }, () => {}, /./],
    ['a server that is gone', {}, (server) => server.close(), /ECONNREFUSED/],
  ])('%s', async (_what, more, prepare, trouble) => {
    const server = await startImapServer()
    await setUp(server, more)
    await prepare(server)
    await read()
    expect(await way()).toMatchObject({ trouble: expect.stringMatching(trouble), is_read: false })
  })

  test('a connection that is lost while mail is waited for', async () => {
    const server = await startImapServer()
    await setUp(server)
    const reading = read(60_000)
    await expect.poll(() => server.commands.includes('IDLE')).toBe(true)
    server.cut()
    await reading
    server.deliver(report())
    await read()
    expect(await isActive()).toBe(false)
  })
})

test('without a mailbox nothing is asked', async () => {
  const [{ version }] = await sql<[{ version: number }]>`select version from private.mail_settings`
  await saveMailSettings(sql, services.mail, {
    claims,
    change: { version, reports: null },
  })
  await read()
  expect(await way()).toBeUndefined()
})
