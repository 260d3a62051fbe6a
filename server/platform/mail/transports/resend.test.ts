import { expect, test } from 'vitest'
import { type Mail, MailError } from '#server/platform/mail/mail.ts'
import { failureOf } from '#server/platform/mail/transports/testing/failure-of.ts'
import { audience, KEY, MAIL, startResend } from '#server/platform/mail/transports/testing/start-resend.ts'

test('a mail arrives as it was written, with its headers, its reply address and its id', async () => {
  const { resend, send } = await startResend()
  await send()
  expect(resend.mails).toMatchObject([
    {
      from: 'AI Watch <news@example.org>',
      to: ['ada@example.com'],
      subject: MAIL.subject,
      html: MAIL.html,
      text: MAIL.text,
      replyTo: ['letters@example.org'],
      headers: {
        'Content-Language': 'de',
        'List-Unsubscribe': MAIL.headers?.['List-Unsubscribe'],
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      tags: [{ name: 'mail_id', value: MAIL.id }],
      idempotencyKey: MAIL.id,
    },
  ])
  expect(Object.keys(resend.mails[0]?.headers ?? {})).not.toContain('Reply-To')
})

test.each([
  ['"Watch, AI" <news@example.org>', '"Watch, AI" <news@example.org>'],
  ['Zürich "KI" <news@example.org>', '"Zürich \\"KI\\"" <news@example.org>'],
  ['news@example.org', 'news@example.org'],
])('the sender %s is written as %s', async (from, written) => {
  const { resend, send } = await startResend({ from })
  await send()
  expect(resend.mails[0]?.from).toBe(written)
})

test('a mail that is sent twice is delivered once', async () => {
  const { resend, send } = await startResend()
  await send()
  await send()
  expect(resend.requests.map(({ status }) => status)).toEqual([200, 200])
  expect(resend.mails).toHaveLength(1)
})

test('another mail under the same id may have been taken before: uncertain, and not to be repeated', async () => {
  const { resend, send } = await startResend()
  await send()
  expect(await failureOf(send({ subject: 'Another' }))).toMatchObject({ kind: 'uncertain', canRepeat: false })
  expect(resend.mails).toHaveLength(1)
})

test('a hundred mails are one request, each with its own recipient', async () => {
  const { resend, batches } = await startResend()
  expect(batches).toMatchObject({ size: 100, keyHours: 24 })
  const mails = audience(100)
  await batches.send(batches.compose(mails), KEY)
  expect(resend.requests).toMatchObject([{ path: '/emails/batch', idempotencyKey: KEY, mails: 100 }])
  expect(resend.requests[0]?.headers['x-batch-validation']).toBe('strict')
  expect(resend.mails.map(({ to }) => to)).toEqual(mails.map(({ to }) => [to]))
})

test('a stored request that is sent again delivers nothing twice', async () => {
  const { resend, batches } = await startResend()
  const request = batches.compose(audience(3))
  resend.script({ kind: 'drop', taken: true }, { kind: 'drop', taken: true })
  expect(await failureOf(batches.send(request, KEY))).toMatchObject({ kind: 'uncertain', canRepeat: true })
  await batches.send(request, KEY)
  expect(resend.mails).toHaveLength(3)
})

test('the same mails compose the same bytes, which is what the key is bound to', async () => {
  const { batches } = await startResend()
  expect(batches.compose(audience(5))).toBe(batches.compose(audience(5)))
})

test('one address that is refused refuses the batch, of which nothing is taken', async () => {
  const { resend, batches } = await startResend()
  const [first, ...others] = audience(3)
  const request = batches.compose([{ ...(first as Mail), to: 'nobody@nowhere' }, ...others])
  expect(await failureOf(batches.send(request, KEY))).toMatchObject({ kind: 'permanent', canRepeat: false })
  expect(resend.mails).toEqual([])
})

test('two recipients in one are refused before anything is sent', async () => {
  const { resend, batches, send } = await startResend()
  expect((await failureOf(send({ to: 'ada@example.com, eve@example.net' }))).kind).toBe('permanent')
  expect(() => batches.compose([{ ...MAIL, to: 'ada@example.com\r\nBcc: eve@example.net' }])).toThrow(
    MailError,
  )
  expect(resend.requests).toEqual([])
})

test('verifying asks something that sends nothing, and tells a wrong key from a right one', async () => {
  const { resend, transport } = await startResend()
  await transport.verify()
  expect(resend.requests).toMatchObject([{ method: 'GET', path: '/domains' }])
  expect(resend.mails).toEqual([])
  const { transport: wrong } = await startResend({ key: 're_wrong' })
  expect(await failureOf(wrong.verify())).toMatchObject({ kind: 'temporary', isTransportProblem: true })
})

test('a key that may only send is a good one', async () => {
  const { resend, transport } = await startResend()
  resend.script({ kind: 'answer', status: 401, name: 'restricted_api_key', message: 'Only to send emails' })
  await transport.verify()
  // With 403 the same name means a key that was switched off.
  resend.script({ kind: 'answer', status: 403, name: 'restricted_api_key', message: 'API key is not active' })
  expect((await failureOf(transport.verify())).isTransportProblem).toBe(true)
})

test('verifying a server that never answers takes a bounded time', async () => {
  const { resend, transport } = await startResend({ timeoutMs: 200 })
  resend.behave({ kind: 'hang', taken: false })
  expect(await failureOf(transport.verify())).toMatchObject({ kind: 'temporary', isTransportProblem: true })
})

test('what is announced is where mail goes, without the key', async () => {
  const { resend, transport } = await startResend()
  expect(transport.description).toBe(new URL(resend.url).host)
  expect(transport.identity).toMatchObject({ domain: 'example.org', host: '127.0.0.1', dkim: null })
  expect(transport.identity?.provider?.name).toBe('Resend')
})
