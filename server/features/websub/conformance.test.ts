import { expect, test } from 'vitest'
import { followFeedSubscribers } from '#server/features/websub/send-feed.ts'
import {
  agree,
  openHubSite,
  SITE,
  startSubscriber,
  TOPIC,
  toThisMachine,
} from '#server/features/websub/testing/open-hub-site.ts'
import { lookAtFeeds } from '#server/features/websub/watch-feeds.ts'
import { hurryJobs, startTestJobs } from '../../../tests/support/jobs.ts'

// Tests of what https://websub.rocks asks of a hub by these numbers, as far as hub-endpoint.test.ts and send-feed.test.ts do not ask it.

test('100, 102: what is sent is the topic byte for byte, to the callback with its query, whatever else was requested', async () => {
  const { subscribe, feeds, sendFeeds, services } = await openHubSite()
  const { url, posts } = await startSubscriber()
  await subscribe(`${url}/callback?feed=17&a%5B%5D=%C3%A9`, { foo: 'bar', 'hub.foo': 'hub.bar' })
  feeds.set(TOPIC, '\ufeffnaïve 𝌆\r\n')
  await sendFeeds()
  const [sent = expect.fail()] = posts()
  expect(posts()).toHaveLength(1)
  expect(sent.path + sent.search).toBe('/callback?feed=17&a%5B%5D=%C3%A9')
  expect(sent.body.equals(Buffer.from('\ufeffnaïve 𝌆\r\n'))).toBe(true)
  expect(sent.headers).toMatchObject({
    'content-type': 'application/rss+xml; charset=utf-8',
    'content-length': String(sent.body.length),
    link: `<${services.websub.hubUrl}>; rel="hub", <${TOPIC}>; rel="self"`,
  })
  for (const name of ['cookie', 'authorization', 'x-hub-signature'])
    expect(sent.headers[name]).toBeUndefined()
})

test('103: who subscribes again has one subscription, for longer, and is sent at once what it missed', async () => {
  const { subscribe, feeds, sendFeeds, readSubscriptions, sql } = await openHubSite()
  const { callback, posts, answerWith } = await startSubscriber()
  await subscribe(callback, { 'hub.lease_seconds': '3600', 'hub.secret': 'of before' })
  feeds.set(TOPIC, 'two')
  answerWith((_, response) => response.writeHead(503, { 'retry-after': '7200' }).end())
  await sendFeeds()
  answerWith(agree)
  await subscribe(callback, { 'hub.lease_seconds': '86400' })
  const [subscription = expect.fail(), ...others] = await readSubscriptions()
  expect(others).toEqual([])
  expect(subscription).toMatchObject({ failures: 0, sealed_secret: null })
  expect(Math.round(subscription.lease / 3600)).toBe(24)
  expect(subscription.waits).toBeLessThanOrEqual(0)
  await sendFeeds()
  expect(posts().map(({ headers, body }) => [body.toString(), 'x-hub-signature' in headers])).toEqual([
    ['two', true],
    ['two', false],
  ])
  expect(await sql`select from private.websub_subscriptions`).toHaveLength(1)
})

test('104: who has left is sent nothing, also when it comes back later', async () => {
  const { subscribe, feeds, sendFeeds } = await openHubSite()
  const { callback, posts } = await startSubscriber()
  await subscribe(callback)
  feeds.set(TOPIC, 'two')
  await subscribe(callback, { 'hub.mode': 'unsubscribe' })
  await sendFeeds()
  await subscribe(callback)
  await sendFeeds()
  expect(posts()).toEqual([])
})

test('105, 106: what has another type is sent with that type', async () => {
  const { subscribe, feeds, sendFeeds } = await openHubSite()
  const { url, posts } = await startSubscriber()
  const json = `${SITE}/feeds/en.json`
  feeds.set(json, '{}')
  await subscribe(`${url}/json`, { 'hub.topic': json })
  feeds.set(json, '{"items":[]}')
  await sendFeeds()
  expect(posts()).toMatchObject([
    { path: '/json', headers: { link: expect.stringContaining(`<${json}>; rel="self"`) } },
  ])
})

test.each([200, 201, 202, 204, 299])(
  'an answer of %i says that it was taken, to a question and to a feed',
  async (status) => {
    const { subscribe, feeds, sendFeeds, readSubscriptions } = await openHubSite()
    const { callback, posts } = await startSubscriber(({ query }, response) =>
      response.writeHead(status === 204 ? 200 : status).end(query.get('hub.challenge') ?? ''),
    )
    await subscribe(callback)
    feeds.set(TOPIC, 'two')
    await sendFeeds()
    await sendFeeds()
    expect(posts()).toHaveLength(1)
    expect(await readSubscriptions()).toMatchObject([{ failures: 0 }])
  },
)

test.each([301, 302, 303, 307, 308])(
  'a redirect %i of a callback is not followed, and the feed is sent again later',
  async (status) => {
    const { subscribe, feeds, sendFeeds, readSubscriptions } = await openHubSite()
    const { callback, received, answerWith } = await startSubscriber()
    await subscribe(callback)
    answerWith((_, response) => response.writeHead(status, { location: '/elsewhere' }).end())
    feeds.set(TOPIC, 'two')
    await sendFeeds()
    expect(received.filter(({ path }) => path === '/elsewhere')).toEqual([])
    expect(await readSubscriptions()).toMatchObject([{ failures: 1 }])
  },
)

test('of two processes that look and send at once, each subscriber is told of each change exactly once', async () => {
  const { subscribe, feeds, fetchPage, sql, database } = await openHubSite()
  const { url, posts } = await startSubscriber()
  const names = Array.from({ length: 12 }, (_, index) => `/reader-${index}`)
  for (const name of names) await subscribe(url + name, { 'hub.secret': name })
  const processes = await Promise.all(
    [1, 2].map(() => startTestJobs(database, { siteUrl: SITE, adapt: toThisMachine })),
  )
  for (const content of ['two', 'three']) {
    feeds.set(TOPIC, content)
    await Promise.all(
      processes.flatMap(({ services }) => [
        lookAtFeeds(services, fetchPage, undefined, 0),
        lookAtFeeds(services, fetchPage, undefined, 0),
      ]),
    )
    await Promise.all(processes.map(({ services }) => followFeedSubscribers(services)))
    const told = async () => {
      await hurryJobs(sql)
      return posts()
        .filter(({ body }) => body.toString() === content)
        .map(({ path }) => path)
        .toSorted()
    }
    await expect.poll(told).toEqual(names.toSorted())
  }
  await Promise.all(processes.map((jobs) => jobs.stop()))
  expect(posts()).toHaveLength(2 * names.length)
})
