import { expect, test } from 'vitest'
import {
  agree,
  openHubSite,
  SITE,
  startSubscriber,
  TOPIC,
} from '#server/features/websub/testing/open-hub-site.ts'
import { LIMITS } from '#server/platform/limits/limits.ts'

const CALLBACK = 'https://reader.example/callback'
const FORM = { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.callback': CALLBACK }

test.each<[string, Record<string, string> | string[][], number, RegExp]>([
  ['another mode', { ...FORM, 'hub.mode': 'denied' }, 400, /^hub\.mode must be/],
  ['the mode of publishers', { ...FORM, 'hub.mode': 'publish' }, 400, /^This hub notices by itself/],
  ['no topic', { 'hub.mode': 'subscribe', 'hub.callback': CALLBACK }, 400, /^hub\.topic must be/],
  ['a feed of others', { ...FORM, 'hub.topic': 'https://other.example/feeds/en.xml' }, 400, /^hub\.topic/],
  [
    'a name that begins like ours',
    { ...FORM, 'hub.topic': `${SITE}.evil.example/feeds/en.xml` },
    400,
    /^hub\.topic/,
  ],
  ['a page', { ...FORM, 'hub.topic': `${SITE}/about` }, 400, /^hub\.topic/],
  ['a query', { ...FORM, 'hub.topic': `${TOPIC}?a=1` }, 400, /^hub\.topic/],
  ['a way around', { ...FORM, 'hub.topic': `${SITE}/feeds/../feeds/en.xml` }, 400, /^hub\.topic/],
  [
    'a feed that there is not',
    { ...FORM, 'hub.topic': `${SITE}/feeds/en/none.xml` },
    404,
    /^There is no feed/,
  ],
  ['no callback', { 'hub.mode': 'subscribe', 'hub.topic': TOPIC }, 400, /^hub\.callback must be/],
  ['a scheme', { ...FORM, 'hub.callback': 'ftp://reader.example/' }, 400, /^hub\.callback must be/],
  ['a user', { ...FORM, 'hub.callback': 'https://a:b@reader.example/' }, 400, /neither a user/],
  ['a private address', { ...FORM, 'hub.callback': 'http://10.0.0.7/' }, 400, /public server/],
  ['metadata of a cloud', { ...FORM, 'hub.callback': 'http://169.254.169.254/' }, 400, /public server/],
  ['an address as a number', { ...FORM, 'hub.callback': 'http://0xa000007/' }, 400, /public server/],
  ['this machine', { ...FORM, 'hub.callback': 'http://localhost/' }, 400, /public server/],
  ['IPv6 of this machine', { ...FORM, 'hub.callback': 'http://[::1]/' }, 400, /public server/],
  ['a port', { ...FORM, 'hub.callback': 'https://reader.example:22/' }, 400, /without a port/],
  ['ourselves under another name', { ...FORM, 'hub.callback': `${SITE}./websub` }, 400, /public server/],
  ['ourselves', { ...FORM, 'hub.callback': `${SITE}/websub` }, 400, /another server/],
  [
    'a long callback',
    { ...FORM, 'hub.callback': `https://reader.example/${'a'.repeat(1000)}` },
    400,
    /1000 characters/,
  ],
  ['a lease that is none', { ...FORM, 'hub.lease_seconds': '-1' }, 400, /^hub\.lease_seconds/],
  ['a long secret', { ...FORM, 'hub.secret': 'é'.repeat(100) }, 400, /^hub\.secret must have at most 199/],
  ['two callbacks', [...Object.entries(FORM), ['hub.callback', CALLBACK]], 400, /more than once/],
])('%s is refused with a sentence', async (_, form, status, sentence) => {
  const { post, sql } = await openHubSite()
  const response = await post(form)
  expect(response.status).toBe(status)
  expect(await response.text()).toMatch(sentence)
  expect(await sql`select from private.websub_requests`).toHaveLength(0)
})

test('only forms are taken, by POST, and parameters of others are ignored', async () => {
  const { app, post } = await openHubSite()
  const json = await app.request(`${SITE}/websub`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(json.status).toBe(415)
  const read = await app.request(`${SITE}/websub`)
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
  expect((await post({ ...FORM, 'hub.verify': 'sync', 'hub.verify_token': 'x' })).status).toBe(202)
})

test('a callback confirms with the challenge, and is subscribed for as long as it asked within bounds', async () => {
  const { subscribe, readSubscriptions } = await openHubSite()
  const { url, received } = await startSubscriber()
  await subscribe(`${url}/a?own=1`, { 'hub.lease_seconds': '86400', 'hub.secret': 'between us' })
  await subscribe(`${url}/b`, { 'hub.lease_seconds': '9999999999' })
  await subscribe(`${url}/c`, { 'hub.lease_seconds': '1' })
  const { query, headers } = received[0] ?? expect.fail()
  expect(Object.fromEntries(query)).toEqual({
    own: '1',
    'hub.mode': 'subscribe',
    'hub.topic': TOPIC,
    'hub.challenge': expect.stringMatching(/^[\w-]{32}$/),
    'hub.lease_seconds': '86400',
  })
  expect(headers.cookie).toBeUndefined()
  const subscriptions = await readSubscriptions()
  expect(subscriptions.map(({ lease }) => Math.round(lease / 3600))).toEqual([24, 720, 1])
  expect(JSON.stringify(subscriptions)).not.toContain('between us')
})

test('a request that is sent again has its callback asked anew, and one that was asked is not asked again', async () => {
  const { subscribe, askCallbacks, readSubscriptions } = await openHubSite()
  const { callback, received, answerWith } = await startSubscriber()
  await subscribe(callback)
  await askCallbacks()
  expect(received).toHaveLength(1)
  const [first] = received
  // The answer that was right for the first question is wrong for the second.
  answerWith((_, response) => response.end(first?.query.get('hub.challenge')))
  await subscribe(callback, { 'hub.secret': 'of somebody else' })
  expect(received).toHaveLength(2)
  expect(await readSubscriptions()).toMatchObject([{ sealed_secret: null }])
})

test.each<[string, typeof agree]>([
  ['with another text', (_, response) => response.end('yes')],
  ['with more than the challenge', ({ query }, response) => response.end(`${query.get('hub.challenge')}\n`)],
  ['with an error', ({ query }, response) => response.writeHead(404).end(query.get('hub.challenge'))],
  ['with a redirect', ({ path }, response) => response.writeHead(302, { location: `${path}/next` }).end()],
  ['with ten megabytes', (_, response) => response.end(Buffer.alloc(10_000_000))],
  ['with nothing', (_, response) => response.destroy()],
])('a callback that answers %s is asked once, and not subscribed', async (_, answer) => {
  const { subscribe, readSubscriptions } = await openHubSite()
  const { callback, received } = await startSubscriber(answer)
  await subscribe(callback)
  expect(received).toHaveLength(1)
  expect(await readSubscriptions()).toEqual([])
})

test('to leave has to be confirmed as well, and who was not there causes no request', async () => {
  const { subscribe, post, askCallbacks, readSubscriptions, sql } = await openHubSite()
  const { callback, received, answerWith } = await startSubscriber()
  await subscribe(callback)
  answerWith((_, response) => response.writeHead(404).end())
  await subscribe(callback, { 'hub.mode': 'unsubscribe' })
  expect(await readSubscriptions()).toHaveLength(1)
  answerWith(agree)
  await subscribe(callback, { 'hub.mode': 'unsubscribe' })
  expect(await readSubscriptions()).toEqual([])
  expect(received.at(-1)?.query.has('hub.lease_seconds')).toBe(false)

  await sql`delete from private.websub_requests`
  const again = await post({ 'hub.mode': 'unsubscribe', 'hub.topic': TOPIC, 'hub.callback': callback })
  expect(again.status).toBe(202)
  await askCallbacks()
  expect(received).toHaveLength(3)
})

test('an address may ask so often, and a host is asked so often by all addresses together', async () => {
  const { post } = await openHubSite()
  const { points } = LIMITS['feed-subscription']
  const perAddress: number[] = []
  for (let index = 0; index <= points; index++) perAddress.push((await post(FORM)).status)
  expect(perAddress.filter((status) => status === 202)).toHaveLength(points)
  expect(perAddress.at(-1)).toBe(429)

  const perHost: number[] = []
  for (let index = points; index <= 120; index++)
    perHost.push((await post(FORM, `198.51.100.${index}`)).status)
  expect(perHost.at(0)).toBe(202)
  expect(perHost.at(-1)).toBe(429)
  const elsewhere = await post({ ...FORM, 'hub.callback': 'https://other.example/' }, '203.0.113.1')
  expect(elsewhere.status).toBe(202)
})
