import { expect, onTestFinished, test } from 'vitest'
import { startResendServer } from './resend-server.ts'

const MAIL = {
  from: 'news@example.org',
  to: ['ada@example.com'],
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
}

async function start(options: Parameters<typeof startResendServer>[0] = {}) {
  const server = await startResendServer(options)
  onTestFinished(() => server.close())
  const ask = async (body: unknown, { path = '/emails', key = '' } = {}) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return { server, ask }
}

test('a key that is known answers with the same ids and delivers nothing, until it is forgotten', async () => {
  const { server, ask } = await start()
  const first = await ask([MAIL, MAIL], { path: '/emails/batch', key: 'a' })
  const again = await ask([MAIL, MAIL], { path: '/emails/batch', key: 'a' })
  expect(again.body).toEqual(first.body)
  expect(server.mails).toHaveLength(2)
  expect((await ask([MAIL], { path: '/emails/batch', key: 'a' })).status).toBe(409)
  server.forgetKeys()
  expect((await ask([MAIL, MAIL], { path: '/emails/batch', key: 'a' })).body).not.toEqual(first.body)
  expect(server.mails).toHaveLength(4)
})

test('a request that was refused leaves its key free', async () => {
  const { server, ask } = await start()
  expect((await ask({ ...MAIL, to: 'nobody' }, { key: 'a' })).status).toBe(422)
  server.script({ kind: 'answer', status: 500 })
  expect((await ask(MAIL, { key: 'a' })).status).toBe(500)
  expect((await ask(MAIL, { key: 'a' })).status).toBe(200)
  expect(server.mails).toHaveLength(1)
})

test('more than a hundred mails, or none, are no batch', async () => {
  const { server, ask } = await start()
  const path = '/emails/batch'
  expect((await ask(Array(101).fill(MAIL), { path })).status).toBe(422)
  expect((await ask([], { path })).status).toBe(422)
  expect((await ask(Array(100).fill(MAIL), { path })).status).toBe(200)
  expect(server.mails).toHaveLength(100)
})

test('more requests than allowed are told to wait', async () => {
  const { ask } = await start({ requestsPerSecond: 2 })
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask(MAIL)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
})

test('one that keeps only recipients keeps no bodies, but tells equal ones', async () => {
  const { server, ask } = await start({ keeps: 'recipients' })
  for (const subject of ['Hello', 'Hello', 'Goodbye']) await ask({ ...MAIL, subject })
  expect(server.mails.map(({ to, html, text }) => [to, html, text])).toEqual(
    Array(3).fill([['ada@example.com'], '', '']),
  )
  const [one, two, other] = server.mails.map(({ digest }) => digest)
  expect(one).toBe(two)
  expect(one).not.toBe(other)
})

test('a behaviour may depend on the request', async () => {
  const { server, ask } = await start()
  server.behave(({ number }) => (number % 2 ? { kind: 'answer', status: 503 } : { kind: 'accept' }))
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await ask(MAIL)).status)
  expect(statuses).toEqual([503, 200, 503, 200])
})
