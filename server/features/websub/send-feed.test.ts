import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { followFeedSubscribers } from '#server/features/websub/send-feed.ts'
import {
  agree,
  openHubSite,
  SITE,
  startSubscriber,
  TOPIC,
} from '#server/features/websub/testing/open-hub-site.ts'

test('a subscriber gets what a feed contains when it has changed, signed with its secret', async () => {
  const { subscribe, feeds, sendFeeds } = await openHubSite()
  const { url, posts } = await startSubscriber()
  await subscribe(`${url}/signed`, { 'hub.secret': 'between us' })
  await subscribe(`${url}/unsigned`)
  await sendFeeds()
  expect(posts()).toEqual([])

  feeds.set(TOPIC, 'two')
  feeds.set(TOPIC, 'three – é')
  await sendFeeds()
  await sendFeeds()
  const [signed, unsigned, ...others] = posts()
  expect(others).toEqual([])
  expect(signed).toMatchObject({
    path: '/signed',
    headers: {
      'content-type': 'application/rss+xml; charset=utf-8',
      link: `<${SITE}/websub>; rel="hub", <${TOPIC}>; rel="self"`,
      'x-hub-signature': `sha256=${createHmac('sha256', 'between us').update('three – é').digest('hex')}`,
    },
  })
  expect(signed?.body.toString()).toBe('three – é')
  expect(unsigned?.headers['x-hub-signature']).toBeUndefined()
})

test('a feed that cannot be read for a moment is not taken for an empty one', async () => {
  const { subscribe, feeds, sendFeeds } = await openHubSite()
  const { callback, posts } = await startSubscriber()
  await subscribe(callback)
  feeds.delete(TOPIC)
  await sendFeeds()
  feeds.set(TOPIC, 'one')
  await sendFeeds()
  expect(posts()).toEqual([])
})

test('who fails is tried later and later, who asks for time gets it, and who says that it is over is left', async () => {
  const { subscribe, feeds, sendFeeds, readSubscriptions } = await openHubSite()
  const { callback, posts, answerWith } = await startSubscriber()
  await subscribe(callback)
  feeds.set(TOPIC, 'two')
  const waits: number[] = []
  const failWith = async (status: number, headers: Record<string, string> = {}) => {
    answerWith((_, response) => response.writeHead(status, headers).end())
    await sendFeeds()
    waits.push(...(await readSubscriptions()).map((one) => one.waits / 60))
  }
  await failWith(500)
  await failWith(302, { location: '/elsewhere' })
  await failWith(429, { 'retry-after': '3600' })
  await failWith(503, { 'retry-after': '999999' })
  expect(waits[0]).toSatisfy((minutes: number) => minutes > 0.5 && minutes < 1.5)
  expect(waits[1]).toSatisfy((minutes: number) => minutes > 1.5 && minutes < 2.5)
  expect(waits.slice(2).map(Math.round)).toEqual([60, 360])

  answerWith(agree)
  await sendFeeds()
  expect(await readSubscriptions()).toMatchObject([{ failures: 0 }])
  feeds.set(TOPIC, 'three')
  answerWith((_, response) => response.writeHead(410).end())
  await sendFeeds()
  expect(posts()).toHaveLength(6)
  expect(await readSubscriptions()).toEqual([])
})

test('who has taken nothing for three days is left, as is who has not subscribed anew', async () => {
  const { subscribe, feeds, sendFeeds, sql, readSubscriptions } = await openHubSite()
  const { callback, posts, answerWith } = await startSubscriber()
  await subscribe(callback)
  feeds.set(TOPIC, 'two')
  answerWith((_, response) => response.destroy())
  await sendFeeds()
  await sql`update private.websub_subscriptions set failures = 4, failing_since = now() - interval '73 hours'`
  await sendFeeds()
  expect(await readSubscriptions()).toEqual([])

  answerWith(agree)
  await subscribe(callback)
  feeds.set(TOPIC, 'three')
  await sql`update private.websub_subscriptions set expires_at = now()`
  const sent = posts().length
  await sendFeeds()
  expect(posts()).toHaveLength(sent)
})

test('who cannot be signed for any more, because the key has changed, is left', async () => {
  const { services, subscribe, feeds, sendFeeds, sql, readSubscriptions } = await openHubSite()
  const { callback, posts } = await startSubscriber()
  await subscribe(callback, { 'hub.secret': 'between us' })
  await sql`update private.websub_subscriptions set sealed_secret = ${services.websub.box.seal('another', 'between us')}`
  feeds.set(TOPIC, 'two')
  await sendFeeds()
  expect(posts()).toEqual([])
  expect(await readSubscriptions()).toEqual([])
})

test('each subscriber who lacks something has one job, however often they are looked for', async () => {
  const { services, subscribe, feeds, sendFeeds, sql } = await openHubSite()
  const { url } = await startSubscriber()
  for (const name of ['a', 'b', 'c']) await subscribe(`${url}/${name}`)
  await sendFeeds()
  feeds.set(TOPIC, 'two')
  await sql`update private.websub_topics set digest = 'two', checked_at = now()`
  await followFeedSubscribers(services)
  await followFeedSubscribers(services)
  expect(await sql`select from pgboss.job where name = 'send-feed'`).toHaveLength(3)
})

test('names that confirmed elsewhere cannot all lead to one server', async () => {
  const { sql, subscribe, feeds, sendFeeds } = await openHubSite()
  const { callback, posts } = await startSubscriber()
  await subscribe(callback)
  await sql`update private.websub_subscriptions set network = '203.0.113.7'`
  await sql`
    insert into private.websub_subscriptions (topic, callback, callback_host, network, expires_at, sent_digest)
    select '/feeds/de.xml', 'https://' || n || '.example/', n || '.example', '127.0.0.1', now() + interval '1 day', ''
    from generate_series(1, 500) as n`
  feeds.set(TOPIC, 'two')
  await sendFeeds()
  expect(posts()).toEqual([])
  await sql`delete from private.websub_subscriptions where callback_host = '7.example'`
  await sendFeeds()
  expect(posts()).toHaveLength(1)
  expect(await sql`select network from private.websub_subscriptions where callback = ${callback}`).toEqual([
    { network: '127.0.0.1' },
  ])
})
