import { expect, onTestFinished, test } from 'vitest'
import { createSender } from '#server/platform/mail/compose-message.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { failureOf } from '#server/platform/mail/transports/testing/failure-of.ts'
import {
  MAIL,
  startRecordingServer,
  startSilentServer,
  startSmtp,
} from '#server/platform/mail/transports/testing/start-smtp.ts'
import { startMailSink } from '../../../../tests/mocks/mail-sink.ts'

test('subject, text and HTML arrive exactly as they were written', async () => {
  const { sink, send } = await startSmtp()
  await send()
  const [mail] = sink.mails
  expect(mail?.envelope).toEqual({ from: 'news@example.org', to: ['ada@example.com'] })
  expect(mail?.parsed.subject).toBe(MAIL.subject)
  expect(mail?.parsed.text?.trimEnd()).toBe(MAIL.text)
  expect(mail?.parsed.html?.trimEnd()).toBe(MAIL.html)
  expect(mail?.parsed.to).toEqual([{ address: 'ada@example.com', name: '' }])
  expect(mail?.parsed.from).toEqual({ address: 'news@example.org', name: 'AI Watch' })
})

test('a mail carries its date, its language, our headers and a Message-ID that names it in every attempt', async () => {
  const { sink, send } = await startSmtp()
  await send()
  await send()
  await send({ id: 'another' })
  const [first, second, other] = sink.mails
  for (const mail of [first, second]) expect(mail?.parsed.messageId).toBe(`<${MAIL.id}@aiwatch.example>`)
  expect(other?.parsed.messageId).toBe('<another@aiwatch.example>')
  expect(Math.abs(Date.parse(first?.parsed.date ?? '') - Date.now())).toBeLessThan(60_000)
  const header = (key: string) => first?.parsed.headers.find((one) => one.key === key)?.value
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(header('content-language')).toBe('de')
  expect(header('content-type')).toMatch(/^multipart\/alternative/)
})

test('line breaks in a subject, a name or a header value never add a header', async () => {
  const { sink, send } = await startSmtp({ from: 'AI\r\nBcc: eve@example.net\r\n Watch <news@example.org>' })
  await send({
    subject: 'Hello\r\nBcc: eve@example.net\r\n\r\nA body',
    headers: { 'Auto-Submitted': 'auto-generated\r\nBcc: eve@example.net\u2028X-Eve: yes' },
  })
  const [mail] = sink.mails
  expect(mail?.envelope.to).toEqual(['ada@example.com'])
  expect(mail?.parsed.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail?.parsed.headers.map(({ key }) => key)).not.toContain('x-eve')
  expect(mail?.parsed.subject).toBe('Hello Bcc: eve@example.net A body')
  expect(mail?.parsed.from).toEqual({ address: 'news@example.org', name: 'AI Bcc: eve@example.net Watch' })
  expect(mail?.parsed.text?.trimEnd()).toBe(MAIL.text)
})

test('STARTTLS is used where the server offers it', async () => {
  const { sink, send } = await startSmtp({ tls: true, query: '?tls.rejectUnauthorized=false' })
  await send()
  expect(sink.mails.map(({ secure }) => secure)).toEqual([true])
})

test('an untrusted certificate ends the connection before the mail is sent', async () => {
  const { sink, send } = await startSmtp({ tls: true })
  expect((await failureOf(send())).kind).toBe('temporary')
  expect(sink.mails).toEqual([])
})

test('name and password of the URL are used, percent-encoding undone', async () => {
  const { sink, send } = await startSmtp({ login: 'nora:p%40ss%3Aword@' })
  await send()
  expect(sink.mails.map(({ user }) => user)).toEqual(['nora:p@ss:word'])
})

test.each([
  { at: 'rcpt', code: 450, kind: 'temporary' },
  { at: 'rcpt', code: 550, kind: 'permanent' },
  { at: 'data', code: 451, kind: 'temporary' },
  { at: 'data', code: 554, kind: 'permanent' },
] as const)('a reply of $code at $at is a $kind failure', async ({ at, code, kind }) => {
  const { sink, send } = await startSmtp()
  sink.behave({ kind: 'refuse', at, code })
  const error = await failureOf(send())
  expect(error.kind).toBe(kind)
  expect(error.message).toContain(String(code))
})

test('the headers of a newsletter arrive as they are, each on one line', async () => {
  const { sink, send } = await startSmtp()
  const headers = {
    'List-Unsubscribe': `<https://aiwatch.example/unsubscribe?token=${'aB3-_.~'.repeat(40)}>, <mailto:leave@example.org>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-ID': 'The Sunday AI Briefing <newsletter.aiwatch.example>',
    Precedence: 'bulk',
    'Feedback-ID': 'briefing-47:newsletter:aiwatch',
    'Reply-To': 'letters@example.org',
  }
  await send({ headers })
  const raw = sink.mails[0]?.raw ?? ''
  for (const [name, value] of Object.entries(headers)) {
    expect(
      raw.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)),
    ).toEqual([`${name}: ${value}`])
  }
  expect(raw.match(/^To: /gim)).toHaveLength(1)
})

test.each([
  ['emoji', '🗞️👩‍💻🇨🇭'.repeat(22)],
  ['Arabic, from the right to the left', 'ملخص الذكاء الاصطناعي لهذا الأحد \u200f— العدد ٤٧'],
  ['Hebrew with marks of direction', '\u2067תקציר הבינה המלאכותית\u2069 #47'],
  ['200 characters of several alphabets', 'Übersicht – Обзор – 概要 – '.repeat(10).slice(0, 199).concat('!')],
  ['200 plain characters', 'All the news that fits '.repeat(10).slice(0, 199).concat('.')],
  ['what looks encoded', '=?utf-8?Q?Hello?= = _ ? =?utf-8?Q?=0D=0ABcc:_eve?='],
  ['one long word', 'a'.repeat(200)],
])('a subject of %s decodes exactly', async (_what, subject) => {
  const { sink, send } = await startSmtp()
  await send({ subject })
  expect(sink.mails[0]?.parsed.subject).toBe(subject)
  expect(sink.mails[0]?.raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998)).toBe(true)
})

test('verifying greets the server and logs in, and sends nothing', async () => {
  const { sink, transport } = await startSmtp({ login: 'nora:secret@' })
  await transport.verify()
  expect(sink.mails).toEqual([])
  sink.behave({ kind: 'refuse', at: 'auth', code: 535 })
  const refused = await failureOf(transport.verify())
  expect(refused).toMatchObject({ kind: 'temporary', isTransportProblem: true })
  expect(refused.message).toContain('refuses our login')
  await sink.close()
  expect(await failureOf(transport.verify())).toMatchObject({ kind: 'temporary', isTransportProblem: true })
})

test('a server that has just taken a mail, or has one, is not asked over another connection', async () => {
  const { sink, transport, send } = await startSmtp()
  sink.limitConnections(1)
  await send()
  await transport.verify()
  sink.behave({ kind: 'hang' })
  const taken = sink.nextMail()
  const failure = failureOf(send({ id: 'next' }))
  await taken
  await transport.verify()
  sink.cut()
  await failure
  expect(sink.connections().most).toBe(1)
})

test('whoever asks while a mail is under way hears what becomes of it', async () => {
  const { sink, transport, send } = await startSmtp()
  sink.limitConnections(0)
  const asked = [failureOf(send()), failureOf(transport.verify())]
  for (const failure of await Promise.all(asked))
    expect(failure).toMatchObject({
      kind: 'temporary',
      isTransportProblem: true,
      isBusy: true,
      isUnoffered: true,
    })
})

test('verifying a server that never greets takes a bounded time', async () => {
  const { url, connected } = await startSilentServer()
  const sender = createSender({ from: 'news@example.org', siteUrl: 'https://aiwatch.example' })
  const transport = createSmtpTransport({ url, sender, verifyTimeoutMs: 100 })
  const failure = failureOf(transport.verify())
  await connected
  expect(await failure).toMatchObject({ kind: 'temporary', isTransportProblem: true })
  const givenUp = failureOf(createSmtpTransport({ url, sender }).verify({ signal: AbortSignal.timeout(50) }))
  expect((await givenUp).kind).toBe('temporary')
})

test('the query of the address says how many connections are used, and all of them are', async () => {
  const { sink, transport, send } = await startSmtp({ query: '?maxConnections=3' })
  sink.behave({ kind: 'accept', afterMs: 20 })
  expect(transport.concurrency).toBe(3)
  await Promise.all(Array.from({ length: 30 }, (_, n) => send({ id: `mail-${n}` })))
  expect(sink.connections().most).toBe(3)
  expect(sink.mails).toHaveLength(30)
})

test('a pooled connection that the server dropped while idle costs no mail', async () => {
  const { sink, send } = await startSmtp()
  await send()
  sink.cut()
  await send()
  expect(sink.mails).toHaveLength(2)
})

test('many mails at once all arrive, each once', async () => {
  const { sink, send } = await startSmtp()
  const subjects = Array.from({ length: 40 }, (_, index) => `Mail ${index}`)
  await Promise.all(subjects.map((subject) => send({ id: subject.replace(' ', '-'), subject })))
  expect(sink.mails.map(({ parsed }) => parsed.subject).sort()).toEqual(subjects.sort())
})

test('a sink that keeps receipts has one of every mail, and no bodies', async () => {
  const sink = await startMailSink({
    keeps: 'receipts',
    digest: (raw) => raw.toString().split('\r\n\r\n')[0] ?? '',
  })
  const sender = createSender({ from: 'news@example.org', siteUrl: 'https://aiwatch.example' })
  const transport = createSmtpTransport({ url: sink.url, sender })
  onTestFinished(async () => {
    await transport.close()
    await sink.close()
  })
  for (const to of ['ada@example.com', 'bob@example.com']) await transport.send({ ...MAIL, id: to, to })
  expect(sink.mails).toEqual([])
  expect(sink.receipts.map(({ to }) => to)).toEqual(['ada@example.com', 'bob@example.com'])
  expect(sink.receipts[0]?.digest).toContain('To: ada@example.com')
})

test('nothing of the content leaves before the mail is ready, though the server is told of it', async () => {
  const { contents, dataBegan, transport, other } = await startRecordingServer()
  const ready = Promise.withResolvers<boolean>()
  const sent = transport.send(MAIL, { ready: ready.promise })
  await dataBegan
  // Several round trips, in which content would have arrived.
  await other.verify()
  expect(contents).toEqual([''])
  ready.resolve(true)
  await sent
  expect(contents).toEqual([expect.stringContaining(`<${MAIL.id}@aiwatch.example>`)])
})

test.each<[string, () => Promise<boolean>, string]>([
  ['is not to be sent', async () => false, 'It was not to be sent any more'],
  ['cannot become ready', () => Promise.reject(new Error('no database')), 'no database'],
])('a mail that %s never reaches the server, and the next one does', async (_what, become, message) => {
  const { contents, transport } = await startRecordingServer()
  await expect(transport.send(MAIL, { ready: become() })).rejects.toThrow(message)
  await transport.send({ ...MAIL, id: 'next' })
  expect(contents.filter((content) => content !== '')).toEqual([
    expect.stringContaining('<next@aiwatch.example>'),
  ])
})
