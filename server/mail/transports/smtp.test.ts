import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Mail, MailError } from '#server/mail/mail.ts'
import { createSender } from '#server/mail/sender.ts'
import { createSmtpTransport } from '#server/mail/transports/smtp.ts'
import { startMailSink } from '../../../tests/mocks/mail-sink.ts'

const MAIL: Mail = {
  id: '7f1c1d9e-4f5b-4c0e-9a55-0d2f3f0f4f11',
  to: 'ada@example.com',
  subject: 'Grüße zum Sonntag 🗞️, für Ada',
  text: 'Guten Morgen, Ada.\n\n.\n\nEin Punkt allein auf einer Zeile beendet nichts.',
  html: '<p lang="de">Guten Morgen, <b>Ada</b> — schön!</p>',
  language: 'de',
  headers: { 'Auto-Submitted': 'auto-generated' },
}

async function startPost(
  options: { tls?: boolean; from?: string; login?: string; query?: string; socketTimeoutMs?: number } = {},
) {
  const sink = await startMailSink({ tls: options.tls ?? false })
  const url = `${sink.url.replace('//', `//${options.login ?? ''}`)}${options.query ?? ''}`
  const from = options.from ?? 'AI Watch <news@example.org>'
  const transport = createSmtpTransport({
    url,
    sender: createSender({ from, siteUrl: 'https://aiwatch.example' }),
    ...(options.socketTimeoutMs && { socketTimeoutMs: options.socketTimeoutMs }),
  })
  onTestFinished(async () => {
    await transport.close()
    await sink.close()
  })
  const send = (changes: Partial<Mail> = {}) => transport.send({ ...MAIL, ...changes })
  return { sink, transport, send }
}

async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(MailError)
  return error as MailError
}

test('subject, text and HTML arrive exactly as they were written', async () => {
  const { sink, send } = await startPost()
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
  const { sink, send } = await startPost()
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
  const { sink, send } = await startPost({ from: 'AI\r\nBcc: eve@example.net\r\n Watch <news@example.org>' })
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

test.each([
  'ada@example.com\r\nBcc: eve@example.net',
  'ada@example.com, eve@example.net',
  'Ada <ada@example.com>',
  'friends: ada@example.com, eve@example.net;',
  'ada@example.com>\r\nRCPT TO:<eve@example.net',
  'ada\u202E@example.com',
  'ada@exam\u200Bple.com',
  'ada',
  '',
])('%j is no recipient and reaches no server', async (to) => {
  const { sink, send } = await startPost()
  const error = await failureOf(send({ to }))
  expect(error.kind).toBe('permanent')
  expect(sink.mails).toEqual([])
})

test('STARTTLS is used where the server offers it', async () => {
  const { sink, send } = await startPost({ tls: true, query: '?tls.rejectUnauthorized=false' })
  await send()
  expect(sink.mails.map(({ secure }) => secure)).toEqual([true])
})

test('an untrusted certificate ends the connection before the mail is sent', async () => {
  const { sink, send } = await startPost({ tls: true })
  expect((await failureOf(send())).kind).toBe('temporary')
  expect(sink.mails).toEqual([])
})

test('name and password of the URL are used, percent-encoding undone', async () => {
  const { sink, send } = await startPost({ login: 'nora:p%40ss%3Aword@' })
  await send()
  expect(sink.mails.map(({ user }) => user)).toEqual(['nora:p@ss:word'])
})

test.each([
  { at: 'rcpt', code: 450, kind: 'temporary' },
  { at: 'rcpt', code: 550, kind: 'permanent' },
  { at: 'data', code: 451, kind: 'temporary' },
  { at: 'data', code: 554, kind: 'permanent' },
] as const)('a reply of $code at $at is a $kind failure', async ({ at, code, kind }) => {
  const { sink, send } = await startPost()
  sink.behave({ kind: 'refuse', at, code })
  const error = await failureOf(send())
  expect(error.kind).toBe(kind)
  expect(error.message).toContain(String(code))
})

test('after a refused mail the next one goes out', async () => {
  const { sink, send } = await startPost()
  sink.behave({ kind: 'refuse', at: 'rcpt', code: 550 })
  await failureOf(send())
  sink.behave({ kind: 'accept' })
  await send()
  expect(sink.mails).toHaveLength(1)
})

test('a refused login is not the fault of the mail: temporary', async () => {
  const { sink, send } = await startPost({ login: 'nora:wrong@' })
  sink.behave({ kind: 'refuse', at: 'auth', code: 535 })
  expect((await failureOf(send())).kind).toBe('temporary')
})

test('a server that is not there is a temporary failure', async () => {
  const { sink, send } = await startPost()
  await sink.close()
  expect((await failureOf(send())).kind).toBe('temporary')
})

test('a server that never greets is a temporary failure', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const connected = new Promise<void>((resolve) => {
    silent.on('connection', (socket) => {
      socket.on('error', () => {})
      resolve()
    })
  })
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const transport = createSmtpTransport({
    url: `smtp://127.0.0.1:${port}`,
    sender: createSender({ from: 'news@example.org', siteUrl: 'https://aiwatch.example' }),
  })
  const givenUp = new AbortController()
  const failure = failureOf(transport.send(MAIL, { signal: givenUp.signal }))
  await connected
  givenUp.abort()
  expect((await failure).kind).toBe('temporary')
  await transport.close()
})

test('silence after the whole mail was taken is an uncertain failure', async () => {
  const { sink, send } = await startPost({ socketTimeoutMs: 200 })
  sink.behave({ kind: 'hang' })
  const error = await failureOf(send())
  expect(error.kind).toBe('uncertain')
  expect(sink.mails).toHaveLength(1)
})

test('when the caller aborts after the mail was taken, the outcome is uncertain', async () => {
  const { sink, transport } = await startPost()
  sink.behave({ kind: 'hang' })
  const taken = sink.nextMail()
  const givenUp = new AbortController()
  const failure = failureOf(transport.send(MAIL, { signal: givenUp.signal }))
  await taken
  givenUp.abort()
  expect((await failure).kind).toBe('uncertain')
})

test('a connection cut after the whole mail was taken is uncertain, and the mail is not sent again', async () => {
  const { sink, send } = await startPost()
  sink.behave({ kind: 'hang' })
  const taken = sink.nextMail()
  const failure = failureOf(send())
  await taken
  sink.behave({ kind: 'accept' })
  sink.cut()
  expect((await failure).kind).toBe('uncertain')
  await send({ subject: 'The next one' })
  expect(sink.mails.map(({ parsed }) => parsed.subject)).toEqual([MAIL.subject, 'The next one'])
})

test('a pooled connection that the server dropped while idle costs no mail', async () => {
  const { sink, send } = await startPost()
  await send()
  sink.cut()
  await send()
  expect(sink.mails).toHaveLength(2)
})

test('many mails at once all arrive, each once', async () => {
  const { sink, send } = await startPost()
  const subjects = Array.from({ length: 40 }, (_, index) => `Mail ${index}`)
  await Promise.all(subjects.map((subject) => send({ id: subject.replace(' ', '-'), subject })))
  expect(sink.mails.map(({ parsed }) => parsed.subject).sort()).toEqual(subjects.sort())
})
