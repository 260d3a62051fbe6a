import { expect, onTestFinished, test } from 'vitest'
import { createSender } from '#server/platform/mail/compose-message.ts'
import type { MailError } from '#server/platform/mail/mail.ts'
import { createSmtpTransport } from '#server/platform/mail/transports/smtp.ts'
import { failureOf } from '#server/platform/mail/transports/testing/failure-of.ts'
import { MAIL, startSilentServer, startSmtp } from '#server/platform/mail/transports/testing/start-smtp.ts'
import type { SinkBehaviour } from '../../../../tests/mocks/mail-sink.ts'

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
  const { sink, send } = await startSmtp()
  const error = await failureOf(send({ to }))
  expect(error.kind).toBe('permanent')
  expect(sink.mails).toEqual([])
})

test('after a refused mail the next one goes out', async () => {
  const { sink, send } = await startSmtp()
  sink.behave({ kind: 'refuse', at: 'rcpt', code: 550 })
  await failureOf(send())
  sink.behave({ kind: 'accept' })
  await send()
  expect(sink.mails).toHaveLength(1)
})

test.each<[string, SinkBehaviour]>([
  ['login', { kind: 'refuse', at: 'auth', code: 535 }],
  ['sender', { kind: 'refuse', at: 'mail', code: 553 }],
  ['client without a login', { kind: 'refuse', at: 'mail', code: 530 }],
])(
  'a refused %s is not the fault of the mail: temporary, and the same for every other',
  async (_what, behaviour) => {
    const { sink, send } = await startSmtp({ login: 'nora:wr0ng@' })
    sink.behave(behaviour)
    const error = await failureOf(send())
    expect(error).toMatchObject({ kind: 'temporary', isTransportProblem: true, canRepeat: false })
    expect(error.message).not.toContain('wr0ng')
    expect(sink.mails).toEqual([])
  },
)

test('a server that has had enough of us says so for every mail', async () => {
  const { sink, send } = await startSmtp()
  sink.behave({ kind: 'refuse', at: 'rcpt', code: 421 })
  expect(await failureOf(send())).toMatchObject({ kind: 'temporary', isTransportProblem: true })
})

test('a server that is not there is a temporary failure of the transport', async () => {
  const { sink, send } = await startSmtp()
  await sink.close()
  expect(await failureOf(send())).toMatchObject({ kind: 'temporary', isTransportProblem: true })
})

test.each<[string, SinkBehaviour, string]>([
  ['before the message', { kind: 'drop', at: 'rcpt' }, 'temporary'],
  ['when it has received all of it', { kind: 'drop', at: 'end' }, 'uncertain'],
])('a server that hangs up %s', async (_what, behaviour, kind) => {
  const { sink, send } = await startSmtp()
  sink.behave(behaviour)
  expect((await failureOf(send())).kind).toBe(kind)
})

test('a long mail whose connection is lost in its middle was not taken', async () => {
  const { sink, send } = await startSmtp()
  sink.behave({ kind: 'drop', at: 'data' })
  const error = await failureOf(send({ text: 'All the news. '.repeat(2_000_000) }))
  expect(error.kind).toBe('temporary')
  expect(sink.mails).toEqual([])
})

test('mails of one run are treated one by one', async () => {
  const { sink, send } = await startSmtp()
  const behaviours: Record<string, SinkBehaviour> = {
    'soft@example.com': { kind: 'refuse', at: 'data', code: 451 },
    'hard@example.com': { kind: 'refuse', at: 'rcpt', code: 550 },
    'lost@example.com': { kind: 'drop', at: 'end' },
  }
  sink.behave(({ to }) => behaviours[to] ?? { kind: 'accept' })
  const outcomes = await Promise.all(
    ['ada@example.com', ...Object.keys(behaviours)].map((to) =>
      send({ id: to.split('@')[0] ?? '', to }).then(
        () => 'sent',
        (error: MailError) => error.kind,
      ),
    ),
  )
  expect(outcomes).toEqual(['sent', 'temporary', 'permanent', 'uncertain'])
})

test('a server that never greets is a temporary failure', async () => {
  const { url, connected } = await startSilentServer()
  const transport = createSmtpTransport({
    url,
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
  const { sink, send } = await startSmtp({ socketTimeoutMs: 2_000 })
  sink.behave({ kind: 'hang' })
  const error = await failureOf(send())
  expect(error.kind).toBe('uncertain')
  expect(sink.mails).toHaveLength(1)
})

test('when the caller aborts after the mail was taken, the outcome is uncertain', async () => {
  const { sink, transport } = await startSmtp()
  sink.behave({ kind: 'hang' })
  const taken = sink.nextMail()
  const givenUp = new AbortController()
  const failure = failureOf(transport.send(MAIL, { signal: givenUp.signal }))
  await taken
  givenUp.abort()
  expect((await failure).kind).toBe('uncertain')
})

test('a connection cut after the whole mail was taken is uncertain, and the mail is not sent again', async () => {
  const { sink, send } = await startSmtp()
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

test('a server that is silent is given up, and counts as too slow', async () => {
  const { url } = await startSilentServer()
  const transport = createSmtpTransport({
    url,
    sender: createSender({ from: 'news@example.org', siteUrl: 'https://aiwatch.example' }),
  })
  onTestFinished(() => transport.close())
  const signal = AbortSignal.timeout(100)
  expect(await failureOf(transport.send(MAIL, { signal }))).toMatchObject({
    kind: 'temporary',
    problem: 'timeout',
  })
})
