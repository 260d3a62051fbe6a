import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { MailSettingsState, MailTestResult } from '#core/domain/mail-settings.ts'
import { readReportMailbox } from '#server/features/newsletter/reports/mailbox/read-mailbox.ts'
import { receiveMail } from '#server/features/newsletter/reports/receive-reports.ts'
import { openMail } from '#server/platform/mail/live-mail.ts'
import { type ImapServer, startImapServer } from '../../../../tests/mocks/imap-server.ts'
import { type MailSink, type SinkBehaviour, startMailSink } from '../../../../tests/mocks/mail-sink.ts'
import { startResendServer } from '../../../../tests/mocks/resend-server.ts'
import { createAdministrator } from '../../../../tests/support/accounts.ts'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { MAIL_CONFIG, startTestJobs } from '../../../../tests/support/jobs.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

const PASSWORD = 'a password that nobody may see'
const SENDER = { address: 'desk@aiwatch.example', name: 'The Desk' }

let app: TestApp
let sink: MailSink
/** Each test has a new administrator, whose requests are counted from the start. */
let email: string
let token: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  sink = await startMailSink()
  onTestFinished(() => sink.close())
  email = `${randomUUID()}@example.org`
  await createAdministrator(app.database.sql, email, 'correct horse battery')
  token = await mintToken(app.database.sql, email)
  await app.database.sql`
    update private.mail_settings set version = 0, kind = null, fields = '{}', sealed_secret = null, secret_end = '',
      sender_address = null, sender_name = null, return_path = null, reports_kind = null, reports_fields = '{}',
      sealed_reports_secret = null, test_id = null, test_sent_at = null, test_arrived_at = null,
      test_signature = null`
})

async function call(name: string, body?: unknown, url = app.url) {
  const response = await fetch(`${url}/functions/v1/${name}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: TEST_SECRETS.publishableKey,
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect(text).not.toContain(PASSWORD)
  return { status: response.status, body: JSON.parse(text) }
}

const portOf = ({ url }: { url: string }) => Number(new URL(url).port)
const server = (more = {}) => ({
  kind: 'smtp',
  host: '127.0.0.1',
  port: portOf(sink),
  security: 'none',
  username: 'desk',
  secret: PASSWORD,
  ...more,
})
const save = (change: object) => call('save-mail-settings', { version: 0, ...change })
const read = async (): Promise<MailSettingsState> => (await call('read-mail-settings')).body
const testIt = async (body: object = {}): Promise<MailTestResult> =>
  (await call('test-mail-settings', body)).body
const leaves = async () => (await call('read-mail-transport')).body.leaves

/** The services of mail in another process on the same database. */
function openElsewhere(mail = {}, jwtSecret = TEST_SECRETS.jwtSecret) {
  const { sql } = app.database
  const elsewhere = openMail({
    sql,
    config: { mail: { ...MAIL_CONFIG, ...mail }, siteUrl: 'https://aiwatch.example' },
    jwtSecret,
  })
  onTestFinished(() => elsewhere.close())
  return elsewhere
}

const LETTER = {
  id: randomUUID(),
  to: 'ada@example.com',
  subject: 'News',
  text: 'News',
  html: '<p>News</p>',
  language: 'en',
} as const

test('what is saved is used at once by every process, and one that sends goes on with what it began with', async () => {
  const elsewhere = openElsewhere()
  const before = await elsewhere.current()
  expect([await leaves(), before.kind]).toEqual([false, 'outbox'])
  const saved = await save({ connection: server(), sender: SENDER })
  expect(saved).toMatchObject({ status: 200, body: await read() })
  expect(saved.body).toEqual({
    version: 1,
    connection: {
      kind: 'smtp',
      host: '127.0.0.1',
      port: portOf(sink),
      security: 'none',
      username: 'desk',
      has_secret: true,
    },
    connection_variables: [],
    sender: SENDER,
    sender_variables: [],
    return_path: null,
    reports: null,
    report_variables: [],
    answers: {
      ...{ people: SENDER.address, return_path: SENDER.address, reports: null, heard_at: null },
      ...{ read_at: null, trouble: null, test: null },
    },
    secret_readable: true,
    trouble: null,
  })
  expect([await leaves(), before.kind]).toEqual([true, 'outbox'])
  const after = await elsewhere.current()
  expect(await elsewhere.current()).toBe(after)
  await after.send(LETTER)
  const restarted = await openElsewhere().current()
  await restarted.send({ ...LETTER, id: randomUUID() })
  expect(sink.mails).toHaveLength(2)
  expect(sink.mails[0]).toMatchObject({ user: `desk:${PASSWORD}`, envelope: { from: SENDER.address } })
  expect(sink.mails[0]?.parsed.from).toEqual(SENDER)

  await save({ version: 1, connection: null })
  expect([await leaves(), (await elsewhere.current()).kind]).toEqual([false, 'outbox'])
  // Sending that was begun is not cut off.
  await after.send({ ...LETTER, id: randomUUID() })
  expect(sink.mails).toHaveLength(3)
})

test('a test goes to the administrator, as typed or as saved', async () => {
  expect(await testIt({ connection: server(), sender: SENDER })).toEqual({ ok: true, to: email })
  expect(sink.mails[0]).toMatchObject({
    user: `desk:${PASSWORD}`,
    envelope: { from: SENDER.address, to: [email] },
  })
  expect(sink.mails[0]?.parsed).toMatchObject({ subject: 'Test email from AI Watch', from: SENDER })
  expect(await read()).toMatchObject({ version: 0, connection: null })

  expect(await call('test-mail-settings', {})).toMatchObject({ status: 409, body: { code: 'no_transport' } })
  await save({ connection: server() })
  expect(await testIt()).toEqual({ ok: true, to: email })
  const { secret: _, ...kept } = server()
  expect(await testIt({ connection: kept, sender: SENDER })).toEqual({ ok: true, to: email })
  expect(sink.mails.map(({ user }) => user)).toEqual(Array(3).fill(`desk:${PASSWORD}`))
})

test('the secret is encrypted, stays, is replaced, and goes to no other account', async () => {
  const { sql } = app.database
  await save({ connection: server() })
  expect(JSON.stringify(await sql`select * from private.mail_settings`)).not.toContain(PASSWORD)
  const { secret: _, ...kept } = server()
  expect((await save({ version: 1, connection: kept, sender: SENDER })).body).toMatchObject({
    version: 2,
    connection: { has_secret: true },
  })
  const other = await startMailSink()
  onTestFinished(() => other.close())
  for (const more of [
    { port: portOf(other) },
    { host: 'localhost' },
    { username: 'nora' },
    { security: 'tls' },
  ]) {
    const moved = { ...kept, ...more }
    expect(await save({ version: 2, connection: moved })).toMatchObject({
      status: 400,
      body: { code: 'secret_needed' },
    })
    expect((await call('test-mail-settings', { connection: moved })).status).toBe(400)
  }
  expect(other.connections().most).toBe(0)
  expect((await save({ version: 2, connection: { ...kept, username: '' } })).body.connection.has_secret).toBe(
    false,
  )

  // Another JWT_SECRET: mail stays here, rather than leaving without the password.
  await save({ version: 3, connection: server() })
  const elsewhere = openElsewhere({}, 'another secret of the site, which is long enough')
  expect((await elsewhere.current()).kind).toBe('outbox')
  expect(await elsewhere.readState()).toMatchObject({
    secret_readable: false,
    connection: { has_secret: true },
  })
})

test('of Resend the end of the key is shown', async () => {
  const resend = await startResendServer()
  onTestFinished(() => resend.close())
  const key = 're_a_key_that_nobody_may_see_1234'
  const saved = await save({ connection: { kind: 'resend', secret: key } })
  expect(saved.body.connection).toEqual({ kind: 'resend', has_secret: true, secret_end: '1234' })
  expect(JSON.stringify(saved.body)).not.toContain(key)
  expect((await openElsewhere().current()).kind).toBe('resend')
  // Its address is part of what the key was entered for.
  const moved = openElsewhere({ resendAddress: resend.url })
  expect(await moved.readState()).toMatchObject({ secret_readable: false })
})

describe('the environment wins', () => {
  test('over the server, and the page knows which variable it is', async () => {
    await save({ connection: server({ host: 'elsewhere.example' }), sender: SENDER })
    const elsewhere = openElsewhere({
      smtpUrl: sink.url.replace('//', `//ops:${encodeURIComponent(PASSWORD)}@`),
    })
    const state = await elsewhere.readState()
    expect(state).toMatchObject({
      connection: { kind: 'smtp', host: '127.0.0.1', security: null, username: 'ops', has_secret: true },
      connection_variables: ['SMTP_URL'],
      sender: SENDER,
      sender_variables: [],
    })
    expect(JSON.stringify(state)).not.toContain(PASSWORD)
    await (await elsewhere.current()).send({ ...LETTER, id: randomUUID() })
    expect(sink.mails[0]).toMatchObject({ user: `ops:${PASSWORD}`, envelope: { from: SENDER.address } })
  })

  test('over the sender', async () => {
    await save({ connection: server(), sender: SENDER })
    const elsewhere = openElsewhere({ from: 'AI Watch <news@example.org>', isFromSet: true })
    expect(await elsewhere.readState()).toMatchObject({
      sender: { name: 'AI Watch', address: 'news@example.org' },
      sender_variables: ['MAIL_FROM'],
    })
  })

  test('and is not changed or tried from the desk', async () => {
    const own = await startTestApp({ beside: app, smtpUrl: sink.url })
    onTestFinished(() => own.stop())
    const refused = { status: 409, body: { code: 'set_by_environment' } }
    const change = { connection: server() }
    expect(await call('save-mail-settings', { version: 0, ...change }, own.url)).toMatchObject(refused)
    expect(await call('test-mail-settings', change, own.url)).toMatchObject(refused)
    expect((await call('test-mail-settings', {}, own.url)).body).toEqual({ ok: true, to: email })
    expect((await call('save-mail-settings', { version: 0, sender: SENDER }, own.url)).status).toBe(200)
  })
})

describe('what comes back', () => {
  const mailboxOn = (imap: ImapServer, more = {}) => ({
    ...{ kind: 'mailbox', host: '127.0.0.1', port: imap.port, security: 'none', username: imap.user },
    ...{ folder: 'INBOX', secret: imap.password, ...more },
  })
  const startImap = async () => {
    const imap = await startImapServer()
    onTestFinished(() => imap.close())
    return imap
  }
  const testReports = async (body: object = {}) => (await call('test-mail-reports', body)).body

  test('goes to the return path, and answers of people to the sender or the reply address', async () => {
    await save({ connection: server(), sender: SENDER, return_path: 'bounces@aiwatch.example' })
    expect(await testIt()).toEqual({ ok: true, to: email })
    expect(sink.mails[0]).toMatchObject({ envelope: { from: 'bounces@aiwatch.example', to: [email] } })
    expect(sink.mails[0]?.parsed).toMatchObject({ from: SENDER })
    expect(sink.mails[0]?.parsed.replyTo).toBeUndefined()
    // A sender that is only typed is tested with the return path that is typed.
    await testIt({ sender: SENDER, return_path: null })
    expect(sink.mails[1]).toMatchObject({ envelope: { from: SENDER.address } })
    const { sql } = app.database
    await sql`insert into public.settings (key, value) values ('newsletter_reply_to', '"team@aiwatch.example"')`
    onTestFinished(
      async () => void (await sql`delete from public.settings where key = 'newsletter_reply_to'`),
    )
    expect((await read()).answers).toMatchObject({
      people: 'team@aiwatch.example',
      return_path: 'bounces@aiwatch.example',
    })
    await expect
      .poll(async () => {
        await testIt()
        return sink.mails.at(-1)?.parsed.replyTo
      })
      .toMatchObject([{ address: 'team@aiwatch.example' }])
  })

  test('is tested the whole way: a mail leaves for the return path, and is found in the mailbox', async () => {
    const imap = await startImap()
    const saved = { connection: server(), sender: SENDER, return_path: 'bounces@aiwatch.example' }
    await save({ ...saved, reports: mailboxOn(imap) })
    expect(await testReports()).toEqual({ ok: true, to: 'bounces@aiwatch.example' })
    expect(sink.mails[0]).toMatchObject({
      envelope: { from: 'bounces@aiwatch.example', to: ['bounces@aiwatch.example'] },
    })
    // Programs that answer mails do not answer this one.
    expect(sink.mails[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
    expect((await read()).answers.test).toMatchObject({ arrived_at: null })
    imap.deliver(sink.mails[0]?.raw ?? '')
    const { services } = await startTestJobs(app.database, { works: false })
    await readReportMailbox(services, { signal: new AbortController().signal }, { watchMs: 0 })
    expect((await read()).answers).toMatchObject({
      reports: 'mailbox',
      heard_at: expect.any(String),
      read_at: expect.any(String),
      test: { arrived_at: expect.any(String) },
    })
  })

  const BOTH = 'from : list-unsubscribe\r\n\t:List-Unsubscribe-Post'
  test.each<[what: string, signatures: string[], problem: string | null]>([
    ['no signature', [], 'missing'],
    ['a signature of the relay alone', ['from:to:subject:list-unsubscribe'], 'partial'],
    ['a signature that only begins so', ['from:list-unsubscribe-post'], 'partial'],
    ['a signature that covers both', [BOTH], null],
    ['one of two that covers both', ['from:to', BOTH], null],
    ['two that cover one each', ['list-unsubscribe', 'list-unsubscribe-post'], 'partial'],
  ])('%s is seen in the test that came back', async (_what, signatures, problem) => {
    await save({ connection: server(), sender: SENDER })
    await testReports()
    const raw = sink.mails[0]?.raw ?? ''
    // The headers that newsletters have; asking for the address unsubscribes nobody.
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(raw).toContain(`List-Unsubscribe: <${app.url}/unsubscribe?token=`)
    const signed = signatures.map(
      (names) =>
        `DKIM-Signature: v=1; a=rsa-sha256; d=relay.example; bh=h=;\r\n h=${names};\r\n b=list-unsubscribe:list-unsubscribe-post\r\n`,
    )
    const { services } = await startTestJobs(app.database, { works: false })
    await receiveMail(services, 'pipe', Buffer.from(signed.join('') + raw))
    expect((await read()).answers.test).toMatchObject({ arrived_at: expect.any(String), signature: problem })
  })

  test('is tested as typed, without a mail, and says what is wrong', async () => {
    const imap = await startImap()
    await save({ connection: server() })
    expect(await testReports({ reports: mailboxOn(imap) })).toEqual({ ok: true, to: '' })
    expect(sink.mails).toEqual([])
    const wrong: [object, object][] = [
      [{ secret: 'another' }, { code: 'login', said: 'wrong' }],
      [{ folder: 'Reports' }, { code: 'folder', said: 'there is no such folder' }],
      [{ security: 'tls' }, { code: 'tls', said: '' }],
      [{ host: 'imap.invalid' }, { code: 'unknown_host', said: '' }],
      [{ port: await startOther('SSH-2.0-OpenSSH_9.2 of an inner server\r\n') }, { said: '' }],
      [{ port: await startOther('HTTP/1.1 400 of an inner server\r\n\r\n') }, { said: '' }],
    ]
    for (const [more, result] of wrong)
      expect(await testReports({ reports: mailboxOn(imap, more) })).toMatchObject({ ok: false, ...result })
    const { secret: _, ...kept } = mailboxOn(imap)
    expect(await call('test-mail-reports', { reports: kept })).toMatchObject({ status: 400 })
  })
})

/** Answers every connection with these bytes, as another service would. */
async function startOther(greeting: string): Promise<number> {
  const other = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(greeting)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const address = other.address()
  return typeof address === 'object' && address ? address.port : 0
}

describe('what is wrong is told in words that an editor understands', () => {
  test.each<[what: string, behaviour: SinkBehaviour, more: object, code: string, said: RegExp]>([
    [
      'a refused login',
      { kind: 'refuse', at: 'auth', code: 535 },
      {},
      'login',
      /^535 .*refused by the sink at auth/,
    ],
    ['a sender that is not allowed', { kind: 'refuse', at: 'mail', code: 553 }, {}, 'sender', /^553 /],
    ['a missing login', { kind: 'refuse', at: 'mail', code: 530 }, { username: '' }, 'login_needed', /^530 /],
    ['a recipient that is refused', { kind: 'refuse', at: 'rcpt', code: 550 }, {}, 'recipient', /^550 /],
    ['a mail that is refused', { kind: 'refuse', at: 'data', code: 554 }, {}, 'refused', /^554 /],
    ['encryption that is not offered', { kind: 'accept' }, { security: 'starttls' }, 'tls', /^$/],
    ['a port without encryption', { kind: 'accept' }, { security: 'tls' }, 'tls', /^$/],
    ['a name that does not exist', { kind: 'accept' }, { host: 'smtp.invalid' }, 'unknown_host', /^$/],
  ])('%s', async (_what, behaviour, more, code, said) => {
    sink.behave(behaviour)
    const result = await testIt({ connection: server(more) })
    expect(result).toEqual({ ok: false, to: email, code, said: expect.stringMatching(said) })
  })

  test('a certificate that nobody trusts', async () => {
    const encrypted = await startMailSink({ tls: true })
    onTestFinished(() => encrypted.close())
    const connection = server({ port: portOf(encrypted), security: 'starttls' })
    expect(await testIt({ connection })).toMatchObject({ ok: false, code: 'tls', said: '' })
    expect(encrypted.mails).toEqual([])
  })

  test('a port where nothing listens', async () => {
    const connection = server()
    await sink.close()
    expect(await testIt({ connection })).toMatchObject({ ok: false, code: 'no_answer', said: '' })
  })

  test.each([
    ['SSH-2.0-OpenSSH_9.2 of an inner server\r\n'],
    ['HTTP/1.1 400 Bad Request\r\nServer: of an inner server\r\n\r\n'],
    ['-ERR of an inner server\r\n'],
    [`${'x'.repeat(200_000)}\r\n`],
  ])('another service, whose words are not passed on: %.20s', async (greeting) => {
    const connection = server({ port: await startOther(greeting) })
    expect(await testIt({ connection })).toEqual({
      ok: false,
      to: email,
      code: 'not_a_mail_server',
      said: '',
    })
  })

  test('a key of Resend that is not known, and a sender whose domain is not verified', async () => {
    const resend = await startResendServer()
    onTestFinished(() => resend.close())
    const mail = openElsewhere({ resendAddress: resend.url })
    const problemOf = async (key: string) => {
      const transport = mail.open({ kind: 'resend', fields: {}, secret: key }, SENDER)
      return transport.send({ ...LETTER, id: randomUUID() }).then(
        () => null,
        (error) => error.problem,
      )
    }
    expect(await problemOf('re_wrong')).toBe('key')
    resend.behave({
      kind: 'answer',
      status: 403,
      name: 'validation_error',
      message: 'The domain is not verified',
    })
    expect(await problemOf(resend.key)).toBe('sender')
    resend.behave({ kind: 'accept' })
    expect(await problemOf(resend.key)).toBeNull()
  })
})

test('mail that is refused later is not forgotten until mail leaves again', async () => {
  const { sql } = app.database
  await save({ connection: server() })
  const deliver = (status: string, error: string | null, sent: string | null) => sql`
    insert into public.mail_deliveries (id, kind, recipient, subject, status, last_error, updated_at, sent_at, transport)
    values (${randomUUID()}, 'send-invitation', 'ada@example.org', 'News', ${status}, ${error},
      now() + interval '1 second', now() + ${sent}::interval, 'smtp')`
  expect(await read()).toMatchObject({ trouble: null })
  await deliver('failed', 'The mail server refuses our login: 535', null)
  expect(await read()).toMatchObject({ trouble: { reason: 'The mail server refuses our login: 535' } })
  await deliver('sent', null, '2 seconds')
  expect(await read()).toMatchObject({ trouble: null })
  await sql`truncate public.mail_deliveries`
})

test('a change by somebody else is not overwritten, and what cannot be used is refused at its field', async () => {
  await save({ connection: server() })
  expect(await save({ connection: null })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const odd: [object, string][] = [
    [{ connection: server({ host: 'https://smtp.example.org' }) }, 'connection.host'],
    [{ connection: server({ host: 'a@b' }) }, 'connection.host'],
    [{ connection: server({ host: 'x'.repeat(300) }) }, 'connection.host'],
    [{ connection: server({ host: '1::2::3' }) }, 'connection.host'],
    [{ connection: server({ port: 0 }) }, 'connection.port'],
    [{ connection: server({ port: 70_000 }) }, 'connection.port'],
    [{ connection: server({ username: 'a\r\nRCPT TO' }) }, 'connection.username'],
    [{ connection: server({ secret: 'a\nb' }) }, 'connection.secret'],
    [{ connection: { kind: 'resend', secret: 'two words' } }, 'connection.secret'],
    [{ connection: { kind: 'sendmail' } }, 'connection.kind'],
    [{ connection: { kind: 'ses', region: '127.0.0.1/', username: 'x', secret: 'y' } }, 'connection.region'],
    [
      { connection: { kind: 'mailgun', region: 'toString', username: 'x', secret: 'y' } },
      'connection.region',
    ],
    [{ connection: { kind: 'postmark', stream: 'a b', secret: 'y' } }, 'connection.stream'],
    [{ return_path: 'nobody' }, 'return_path'],
    [{ reports: { kind: 'smtp' } }, 'reports.kind'],
    [{ reports: { kind: 'ses', topic: 'http://127.0.0.1' } }, 'reports.topic'],
    [{ reports: { kind: 'postmark', secret: 'short' } }, 'reports.secret'],
    [{ sender: { address: 'nobody', name: '' } }, 'sender.address'],
    [{ sender: { address: 'a@b.example', name: 'A <b@c.example>' } }, 'sender.name'],
    [{ connection: server({ url: 'smtp://x' }) }, 'connection'],
  ]
  for (const [change, field] of odd)
    expect(await save({ version: 1, ...change }), field).toMatchObject({ status: 400, body: { field } })
  expect(await read()).toMatchObject({ version: 1 })
})
