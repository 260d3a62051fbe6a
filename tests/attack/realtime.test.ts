import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { connectTo } from '../support/raw-connection.ts'
import { answers, CHANGES, KEY, PATH, startHostileDesks } from './hostile-desks.ts'

const { app, token, open, joinOf, joined } = await startHostileDesks()

async function statusOf(
  query: string,
  headers: Record<string, string> = {},
  path = PATH,
): Promise<number | 'open'> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}?${query}`, { headers })
  return new Promise((resolve) => {
    socket.on('error', () => {})
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.once('open', () => {
      socket.terminate()
      resolve('open')
    })
  })
}

test.each([
  ['no API key', 'vsn=2.0.0', 401],
  ['another API key', 'apikey=sb_publishable_other&vsn=2.0.0', 401],
  ['an access token as the API key', `apikey=${token}&vsn=2.0.0`, 401],
  ['an unknown version', `apikey=${KEY}&vsn=3.0.0`, 400],
  ['an unknown parameter', `apikey=${KEY}&vsn=2.0.0&__proto__=1`, 400],
  ['a parameter twice', `apikey=${KEY}&apikey=${KEY}`, 400],
])('a connection with %s is refused', async (_what, query, status) => {
  expect(await statusOf(query)).toBe(status)
})

test('a connection, opened or refused, has the id of its request', async () => {
  for (const [query, expected] of [
    [`apikey=${KEY}&vsn=2.0.0`, 101],
    ['vsn=2.0.0', 401],
  ] as const) {
    const raw = await connectTo(app.url)
    const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13'
    const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`
    raw.socket.write(`GET ${PATH}?${query} HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n${key}\r\n\r\n`)
    await raw.receives(/\r\n\r\n/)
    expect(raw.received()).toMatch(
      new RegExp(`^HTTP/1.1 ${expected} [^]*\r\nx-request-id: [\\da-f-]{36}\r\n`),
    )
    raw.socket.destroy()
  }
})

test('only pages of this site may connect, and programs', async () => {
  const query = `apikey=${KEY}&vsn=2.0.0`
  expect(await statusOf(query, { origin: app.url })).toBe('open')
  expect(await statusOf(query)).toBe('open')
  for (const origin of ['https://evil.example', 'null', `${app.url}.evil.example`, `${app.url}/`]) {
    expect(await statusOf(query, { origin })).toBe(403)
  }
})

test.each([
  ['no JSON', '{'],
  ['an empty text', ''],
  ['a number', '1'],
  ['an object', '{"topic":"phoenix"}'],
  ['an array that is too short', '["1","1","realtime:a","phx_join"]'],
  ['an array that is too long', '["1","1","realtime:a","phx_join",{},1]'],
  ['a reference that is an object', '[{},"1","realtime:a","phx_join",{}]'],
  ['a topic that is too long', JSON.stringify(['1', '1', 'a'.repeat(301), 'phx_join', {}])],
  ['deep JSON', '['.repeat(30_000)],
  ['an empty binary frame', Buffer.alloc(0)],
  ['binary garbage', Buffer.from([3, 255, 255, 255, 255, 255, 1])],
  ['another kind of binary frame', Buffer.from([4, 0, 0, 0, 0])],
  ['a binary frame that is no UTF-8', Buffer.from([3, 0, 0, 1, 0, 0, 1, 0xff, 0x7b, 0x7d])],
  ['a binary frame whose payload is no JSON', Buffer.from([3, 0, 0, 1, 0, 0, 1, 0x61, 0x7b])],
])('%s ends the connection', async (_what, data) => {
  const peer = await open()
  peer.send(data)
  expect(await peer.closed).toBe(1007)
})

test('a frame that is too large ends the connection before it is read', async () => {
  const peer = await open()
  peer.send('x'.repeat(BOUNDS.frameBytes + 1))
  expect(await peer.closed).toBe(1009)
})

test.each([
  '__proto__',
  'constructor',
  'realtime:',
  'realtime:a\u0000',
  'realtime:line\nbreak',
  `realtime:${'ü'.repeat(120)}`,
  'phoenix',
])('the topic %j cannot be joined', async (topic) => {
  const peer = await open()
  peer.send(joinOf(topic))
  await expect.poll(() => peer.received.at(0)?.[4]).toMatchObject({ status: 'error' })
  await answers(peer)
})

test.each([
  ['is no object', 1],
  ['is null', null],
  ['has no config', {}],
  ['has an unknown key', { config: {}, other: 1 }],
  ['has an unknown key in its config', { config: { other: 1 } }],
  ['wants messages again', { config: { private: true, broadcast: { replay: { since: 1 } } } }],
  [
    'has too many subscriptions',
    { config: { postgres_changes: Array(BOUNDS.subscriptionsPerChannel + 1).fill(CHANGES[0]) } },
  ],
  [
    'has a filter that is too long',
    { config: { postgres_changes: [{ ...CHANGES[0], filter: `title=eq.${'x'.repeat(500)}` }] } },
  ],
  [
    'has too many conditions',
    { config: { postgres_changes: [{ ...CHANGES[0], filter: Array(6).fill('title=eq.a').join() }] } },
  ],
  ['has a filter with NUL', { config: { postgres_changes: [{ ...CHANGES[0], filter: 'title=eq.\u0000' }] } }],
  ['has a key that is too long', { config: { private: true, presence: { key: 'x'.repeat(101) } } }],
])('a join whose payload %s is refused', async (_what, payload) => {
  const peer = await open()
  const withToken = payload && typeof payload === 'object' ? { access_token: token, ...payload } : payload
  peer.send(['1', '1', 'realtime:a', 'phx_join', withToken])
  await expect.poll(() => peer.received.at(0)?.[4]).toMatchObject({ status: 'error' })
  await answers(peer)
})

test.each([
  ['a broadcast to a channel that is not joined', 'realtime:other', 'broadcast', { event: 'a' }],
  ['an event that is not known', null, '__proto__', {}],
  ['a broadcast without an event', null, 'broadcast', {}],
  ['a broadcast that is to be stored', null, 'broadcast', { event: 'a', payload: {}, persist: true }],
  [
    'a broadcast that is nested too deeply',
    null,
    'broadcast',
    { event: 'a', payload: JSON.parse('['.repeat(3000) + ']'.repeat(3000)) },
  ],
  ['a presence that is a list', null, 'presence', { event: 'track', payload: [] }],
  ['a presence that is too large', null, 'presence', { event: 'track', payload: { text: 'x'.repeat(1024) } }],
  ['an unknown change of presence', null, 'presence', { event: 'toString' }],
  ['a token that is an object', null, 'access_token', { access_token: {} }],
])('%s gets an error', async (_what, topic, event, payload) => {
  const peer = await joined()
  peer.send(['1', 'it', topic ?? peer.topic, event, payload])
  await expect
    .poll(() => peer.received.find(([, ref]) => ref === 'it')?.[4])
    .toMatchObject({ status: 'error' })
  await answers(peer)
})

test('a join with keys of a prototype is refused', async () => {
  const peer = await open()
  peer.send(
    `["1","1","realtime:a","phx_join",{"config":{"private":true,"__proto__":{"a":1}},"access_token":"${token}"}]`,
  )
  peer.send(
    `["1","2","realtime:a","phx_join",{"config":{"private":true},"__proto__":{},"access_token":"${token}"}]`,
  )
  await expect
    .poll(() => peer.received.map(([, , , , payload]) => payload.status))
    .toEqual(['error', 'error'])
})

test('what is said about a channel that was joined again since then is not heard', async () => {
  const peer = await joined()
  peer.send(['2', '2', peer.topic, 'phx_join', { config: { private: true }, access_token: token }])
  peer.send(['1', 'late', peer.topic, 'broadcast', { event: 'a' }])
  peer.send(['1', 'leave', peer.topic, 'phx_leave', {}])
  await expect
    .poll(() => peer.received.find(([, ref]) => ref === 'late')?.[4])
    .toMatchObject({ status: 'error' })
  peer.send(['2', 'now', peer.topic, 'presence', { event: 'track', payload: {} }])
  await expect.poll(() => peer.received.find(([, ref]) => ref === 'now')?.[4]).toMatchObject({ status: 'ok' })
})

test('a presence cannot write the reference of another', async () => {
  const peer = await joined({ private: true, presence: { key: 'a', enabled: true } })
  peer.send([
    '1',
    '2',
    peer.topic,
    'presence',
    { event: 'track', payload: { phx_ref: 'mine', __proto__x: 1 } },
  ])
  const joins = () => peer.received.find(([, , , event]) => event === 'presence_diff')?.[4].joins
  await expect
    .poll(joins)
    .toMatchObject({ a: { metas: [{ phx_ref: expect.stringMatching(/^[0-9a-f-]{36}$/) }] } })
})

test('an upgrade to another protocol, or on another path, is an ordinary request or refused', async () => {
  expect(await statusOf(`apikey=${KEY}`, {}, '/realtime/v1/other')).not.toBe('open')
  const raw = await connectTo(app.url)
  raw.socket.write(
    `GET ${PATH}?apikey=${KEY} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  expect(await raw.ended).toMatch(/^HTTP\/1.1 400 /)
})

test('the address of broadcasts takes only what it knows', async () => {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: {
        apikey: KEY,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return response.status
  }
  const message = { topic: 'a', event: 'b', payload: {}, private: true }
  expect(await post('', { messages: [message] })).toBe(202)
  expect(await post('', { messages: [{ ...message, payload: 'x'.repeat(8000) }] })).toBe(422)
  expect(await post('', { messages: [message], other: 1 })).toBe(422)
  expect(await post('', { messages: Array(11).fill(message) })).toBe(422)
  expect(await post('', { messages: [{ ...message, topic: 'a\u0000' }] })).toBe(422)
  expect(await post('', { messages: [{ ...message, private: false }] })).toBe(403)
  expect(await post('', '{')).toBe(422)
  expect(await post('', 'x'.repeat(BOUNDS.frameBytes + 1))).toBe(413)
  expect(await post('', { messages: [message] }, { authorization: `Bearer ${KEY}` })).toBe(401)
  expect(await post('', { messages: [message] }, { authorization: 'Bearer a.b.c' })).toBe(401)
  expect(await post('/a/events/b?private=true', {})).toBe(202)
  expect(await post('/a/events/b?private=true&persist=true', {})).toBe(422)
  expect(await post('/%E0%A4%A/events/b?private=true', {})).toBeLessThan(500)
})
