import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { failureOf } from '#server/platform/mail/transports/testing/failure-of.ts'
import { audience, KEY, MAIL, startResend } from '#server/platform/mail/transports/testing/start-resend.ts'

test('429 is temporary, and says how long to wait', async () => {
  const { resend, send } = await startResend()
  resend.script({ kind: 'answer', status: 429, name: 'rate_limit_exceeded', retryAfter: '7' })
  expect(await failureOf(send())).toMatchObject({
    kind: 'temporary',
    retryAfterMs: 7000,
    canRepeat: false,
    isTransportProblem: false,
  })
  const inAMinute = new Date(Date.now() + 60_000).toUTCString()
  resend.script({ kind: 'answer', status: 429, retryAfter: inAMinute })
  const wait = (await failureOf(send())).retryAfterMs ?? 0
  expect(wait).toBeGreaterThan(50_000)
  expect(wait).toBeLessThanOrEqual(60_000)
  resend.script({ kind: 'answer', status: 429, retryAfter: '999999999' })
  expect((await failureOf(send())).retryAfterMs).toBe(24 * 60 * 60 * 1000)
  resend.script({ kind: 'answer', status: 429, retryAfter: 'soon' })
  expect((await failureOf(send())).retryAfterMs).toBeNull()
})

test('a quota that is used up is used up for every mail', async () => {
  const { resend, send } = await startResend()
  resend.script({ kind: 'answer', status: 429, name: 'daily_quota_exceeded' })
  expect(await failureOf(send())).toMatchObject({ kind: 'temporary', isTransportProblem: true })
})

test.each([500, 502, 503, 504])('%d is temporary, and the same request may be repeated', async (status) => {
  const { resend, send } = await startResend()
  resend.script({ kind: 'answer', status, taken: true })
  expect(await failureOf(send())).toMatchObject({ kind: 'temporary', canRepeat: true })
  await send()
  expect(resend.mails).toHaveLength(1)
})

test('a first request that is still under way leaves it open, and may be repeated', async () => {
  const { resend, send } = await startResend({ timeoutMs: 5000 })
  resend.behave({ kind: 'accept', afterMs: 300 })
  const first = send()
  await expect.poll(() => resend.mails).toHaveLength(1)
  expect(await failureOf(send())).toMatchObject({ kind: 'uncertain', canRepeat: true })
  await first
  await send()
  expect(resend.mails).toHaveLength(1)
})

test.each([400, 413, 422])('%d is about this mail: permanent', async (status) => {
  const { resend, send } = await startResend()
  resend.script({ kind: 'answer', status, name: 'validation_error', message: 'Invalid `to` field' })
  const error = await failureOf(send())
  expect(error).toMatchObject({ kind: 'permanent', canRepeat: false, isTransportProblem: false })
  expect(error.message).toContain('Invalid `to` field')
})

test.each([400, 418, 422, 451])("%d in other words than Resend's is no fault of the mail", async (status) => {
  const { resend, send } = await startResend()
  resend.script({ kind: 'garble', status, body: '<html>Access denied by the proxy</html>' })
  expect(await failureOf(send())).toMatchObject({ kind: 'temporary', isTransportProblem: true })
})

test('a mail that is too large for a proxy is too large', async () => {
  const { resend, send } = await startResend()
  resend.script({ kind: 'garble', status: 413, body: '<html>Request Entity Too Large</html>' })
  expect(await failureOf(send())).toMatchObject({ kind: 'permanent', isTransportProblem: false })
})

test('a refused key, and a sender whose domain is not verified, are no fault of the mail', async () => {
  const { send } = await startResend({ key: 're_wrong' })
  expect(await failureOf(send())).toMatchObject({
    kind: 'temporary',
    isTransportProblem: true,
    message: expect.stringContaining('refuses our key'),
  })
  const { resend, send: sendAgain } = await startResend()
  resend.script({
    kind: 'answer',
    status: 403,
    name: 'validation_error',
    message: 'The domain is not verified',
  })
  expect(await failureOf(sendAgain())).toMatchObject({
    kind: 'temporary',
    isTransportProblem: true,
    message: expect.stringContaining('not verified'),
  })
})

test('neither an error nor its causes contain the key, whatever the server says', async () => {
  const { resend, send } = await startResend()
  for (const behaviour of [
    { kind: 'answer', status: 403, message: `Bearer ${resend.key} is no good\r\n${resend.key}` },
    { kind: 'answer', status: 422, name: resend.key, message: resend.key },
    { kind: 'garble', status: 500, body: resend.key },
  ] as const) {
    resend.script(behaviour)
    const error = await failureOf(send())
    expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(resend.key)
    expect(error.message).not.toMatch(/[\r\n]/)
  }
})

test('a server that is not there is a temporary failure of the transport', async () => {
  const { resend, send, transport } = await startResend()
  await resend.close()
  const away = { kind: 'temporary', isTransportProblem: true, canRepeat: false }
  expect(await failureOf(send())).toMatchObject(away)
  expect(await failureOf(transport.verify())).toMatchObject({ kind: 'temporary', isTransportProblem: true })
})

test('a connection that is lost once costs nothing, whether the mail had been taken or not', async () => {
  const { resend, send } = await startResend()
  resend.script({ kind: 'drop', taken: false })
  await send({ id: 'one' })
  resend.script({ kind: 'drop', taken: true })
  await send({ id: 'two' })
  expect(resend.mails.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['one', 'two'])
})

test('a connection that is lost again leaves it open, and the same mail may be repeated', async () => {
  const { resend, send } = await startResend()
  resend.behave({ kind: 'drop', taken: true })
  expect(await failureOf(send())).toMatchObject({ kind: 'uncertain', canRepeat: true })
  resend.behave({ kind: 'accept' })
  await send()
  expect(resend.mails).toHaveLength(1)
})

test('silence leaves it open, and so does a caller who gives up', async () => {
  const { resend, send, transport } = await startResend({ timeoutMs: 200 })
  resend.behave({ kind: 'hang', taken: true })
  expect(await failureOf(send())).toMatchObject({ kind: 'uncertain', canRepeat: true })

  const givenUp = new AbortController()
  const failure = failureOf(transport.send({ ...MAIL, id: 'another' }, { signal: givenUp.signal }))
  await expect.poll(() => resend.mails).toHaveLength(2)
  givenUp.abort()
  expect(await failure).toMatchObject({ kind: 'uncertain', canRepeat: true })
})

test('who has given up before sends nothing', async () => {
  const { resend, transport } = await startResend()
  const failure = await failureOf(transport.send(MAIL, { signal: AbortSignal.abort() }))
  expect(failure).toMatchObject({ kind: 'temporary', canRepeat: false })
  expect(resend.requests).toEqual([])
})

test.each([
  ['a page', '<html>Welcome</html>'],
  ['nothing', ''],
  ['another object', '{"ok":true}'],
  ['null', 'null'],
  ['more than the limit', `{"id":"x","filler":"${'x'.repeat(200_000)}"}`],
])('a success that says %s is not believed', async (_what, body) => {
  const { resend, batches, send } = await startResend()
  resend.behave({ kind: 'garble', status: 200, body })
  expect(await failureOf(send())).toMatchObject({ kind: 'uncertain', isTransportProblem: true })
  const request = batches.compose(audience(2))
  expect(await failureOf(batches.send(request, KEY))).toMatchObject({ kind: 'uncertain', canRepeat: true })
})

test('a batch of which fewer mails were taken than sent is not believed', async () => {
  const { resend, batches } = await startResend()
  resend.script({ kind: 'garble', status: 200, body: '{"data":[{"id":"one"}]}' })
  expect((await failureOf(batches.send(batches.compose(audience(2)), KEY))).kind).toBe('uncertain')
})

test('an answer that begins and never ends takes a bounded time', async () => {
  const dripping = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"id":')
  })
  await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    dripping.closeAllConnections()
    dripping.close()
  })
  const baseUrl = `http://127.0.0.1:${(dripping.address() as AddressInfo).port}`
  const { send } = await startResend({ baseUrl, timeoutMs: 200 })
  expect(await failureOf(send())).toMatchObject({
    kind: 'uncertain',
    canRepeat: true,
    isTransportProblem: true,
  })
})

test('redirects are not followed, so that the key goes nowhere else', async () => {
  const asked: string[] = []
  const other = createServer((request, response) => {
    asked.push(String(request.headers.authorization))
    response.end('{"id":"x"}')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/emails`
  const { resend, send } = await startResend()
  resend.script({ kind: 'garble', status: 307, body: '', headers: { location } })
  expect(await failureOf(send())).toMatchObject({ kind: 'temporary', isTransportProblem: true })
  expect(asked).toEqual([])
})
