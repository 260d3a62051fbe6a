import { expect, test } from 'vitest'
import { deliverToSocialWeb } from '#server/features/social/deliveries/deliver.ts'
import { tellChanges } from '#server/features/social/deliveries/tell-changes.ts'
import {
  addFollowers,
  openSocialSite,
  type SocialSite,
} from '#server/features/social/testing/open-social-site.ts'
import { startRemoteServer } from '#server/features/social/testing/start-remote-server.ts'

/** A server with people that has been failing for eight days. */
const failForEightDays = ({ sql }: SocialSite) => sql`
  update private.social_servers set failing_since = now() - interval '8 days', failures = 20, resumes_at = now()`

/** More than get messages at the same time. */
const DRIPPING = 60
const PATIENCE_MS = 1_500

/** Runs both jobs once, with less patience than usual. */
async function deliver({ services }: SocialSite): Promise<void> {
  const social = await services.openSocialWeb()
  const client = { ...social.client, timeoutMs: PATIENCE_MS }
  const { signal } = new AbortController()
  await tellChanges(services, signal)
  await deliverToSocialWeb({ ...services, openSocialWeb: async () => ({ ...social, client }) }, signal)
}

test('a server gets one request at a time, whatever its people have for inboxes', async () => {
  const site = await openSocialSite()
  let open = 0
  let most = 0
  const remote = await startRemoteServer({
    answer: ({ method }) => {
      if (method !== 'POST') return undefined
      open += 1
      most = Math.max(most, open)
      return (response) =>
        setImmediate(() => {
          open -= 1
          response.writeHead(202).end()
        })
    },
  })
  await addFollowers(site.sql, remote.url, { count: 45, shares: false })
  await site.publish()
  await site.tell()
  expect(new Set(remote.requested).size).toBe(45)
  expect(remote.requested).toHaveLength(45)
  expect(most).toBe(1)
})

test('an inbox that fails holds up neither the others of its server nor their people', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer({
    answer: ({ method, url }) => (method === 'POST' && url?.includes('/p1/') ? 500 : undefined),
  })
  await addFollowers(site.sql, remote.url, { count: 2, shares: false })
  for (const _ of ['a first', 'a second']) {
    await site.publish()
    await site.tell()
    await site.letTimePass()
    await site.tell()
  }
  expect(remote.received.map(({ path }) => path)).toEqual(['/users/p2/inbox', '/users/p2/inbox'])
  // The messages before it in its inbox have to arrive first.
  expect(
    await site.sql`select inbox, attempts > 0 as "isTried" from private.social_deliveries order by id`,
  ).toEqual([
    { inbox: `${remote.url}/users/p1/inbox`, isTried: true },
    { inbox: `${remote.url}/users/p1/inbox`, isTried: false },
  ])
  await failForEightDays(site)
  await site.tell()
  expect(await site.followers()).toMatchObject([{ inbox: `${remote.url}/users/p2/inbox` }])
  expect(await site.sql`select left_at from private.social_servers`).toEqual([{ left_at: null }])
  expect(await site.sql`select from private.social_deliveries`).toHaveLength(0)
})

test('who answers nothing but errors to its only inbox for a week is left', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer({
    answer: ({ method }) => (method === 'POST' ? 503 : undefined),
  })
  await addFollowers(site.sql, remote.url, { count: 3 })
  await site.publish()
  await site.tell()
  await failForEightDays(site)
  await site.tell()
  expect(await site.followers()).toEqual([])
  expect(await site.sql`select left_at from private.social_servers`).toEqual([{ left_at: expect.any(Date) }])
})

test('a server that has worked within the week is kept, however often it fails', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer({
    answer: ({ method }) => (method === 'POST' ? (response) => response.socket?.destroy() : undefined),
  })
  await addFollowers(site.sql, remote.url)
  await site.publish()
  await site.tell()
  await site.sql`
    update private.social_servers set failing_since = now() - interval '6 days', failures = 50, resumes_at = now()`
  await site.tell()
  expect(await site.followers()).toHaveLength(1)
  const [server] = await site.sql`
    select left_at, extract(epoch from resumes_at - now()) / 3600 as hours from private.social_servers`
  expect(server?.left_at).toBeNull()
  // Six hours, more or less a fifth, but never longer.
  expect(Number(server?.hours)).toBeGreaterThan(4.7)
  expect(Number(server?.hours)).toBeLessThanOrEqual(6)
})

test.each([
  ['3600', 3600],
  ['99999999', 60],
  ['999999', 6 * 3600],
  ['soon', 60],
])(
  'a server that asks to be left alone (%s) is left alone, for six hours at most',
  async (asked, seconds) => {
    const site = await openSocialSite()
    const remote = await startRemoteServer({
      answer: ({ method }) =>
        method === 'POST' ? (response) => response.writeHead(429, { 'retry-after': asked }).end() : undefined,
    })
    await addFollowers(site.sql, remote.url)
    await site.publish()
    await site.tell()
    const [server] = await site.sql`
    select failures, extract(epoch from resumes_at - now()) as seconds from private.social_servers`
    expect(server?.failures).toBe(1)
    expect(Number(server?.seconds) / seconds).toBeGreaterThan(0.75)
    expect(Number(server?.seconds) / seconds).toBeLessThan(1.25)
    expect(await site.sql`select problem, http_status from private.social_deliveries`).toEqual([
      { problem: 'status', http_status: 429 },
    ])
  },
)

test('answers that come drop by drop are waited for once, and no other server waits behind them', async () => {
  const site = await openSocialSite()
  const asked: string[] = []
  const dripping = await startRemoteServer({
    answer: ({ method }) => {
      if (method !== 'POST') return undefined
      asked.push('dripping')
      return ({ socket }) => {
        socket?.write('HTTP/1.1 202 Accepted\r\n')
        const timer = setInterval(() => socket?.write('x-more: 1\r\n'), 10)
        socket?.on('close', () => clearInterval(timer))
      }
    },
  })
  const healthy = await startRemoteServer({
    answer: ({ method }) => {
      if (method === 'POST') asked.push('healthy')
      return undefined
    },
  })
  for (let n = 0; n < DRIPPING; n++)
    await addFollowers(site.sql, `${dripping.url}/${n}`, { host: `drip-${n}.example` })
  await addFollowers(site.sql, healthy.url)
  await site.publish()
  await deliver(site)
  expect(await site.sql`select problem, count(*)::int from private.social_deliveries group by 1`).toEqual([
    { problem: 'time', count: DRIPPING },
  ])
  expect(asked.toSorted()).toEqual([...Array(DRIPPING).fill('dripping'), 'healthy'])

  await site.sql`update private.social_servers set resumes_at = now() - interval '1 hour' where failures > 0`
  asked.length = 0
  await site.publish()
  await deliver(site)
  // It was due after all of them, and did not wait until one was given up.
  expect(asked.indexOf('healthy')).toBeLessThan(50)
  expect(asked.filter((name) => name === 'healthy')).toHaveLength(1)
})

test('what waits for a server that takes nothing is bounded, and the newest is kept', async () => {
  const site = await openSocialSite()
  await addFollowers(site.sql, 'http://127.0.0.1:1')
  await site.publish()
  await site.tell()
  await site.sql`
    insert into private.social_activities (id, language, kind, body)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'en', 'Update', '{}' from generate_series(1, 2500) as n`
  await site.sql`
    insert into private.social_deliveries (activity_id, inbox, host)
    select id, 'http://127.0.0.1:1/inbox', '127.0.0.1:1' from private.social_activities where body = '{}' order by id`
  await site.letTimePass()
  await site.tell()
  const [left] = await site.sql`
    select count(*)::int as count, max(activity_id::text) as newest from private.social_deliveries`
  expect(left).toEqual({ count: 2000, newest: '00000000-0000-4000-8000-000000002500' })
})
