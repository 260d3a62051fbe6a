import { expect, test } from 'vitest'
import { addFollowers, openSocialSite } from '#server/features/social/testing/open-social-site.ts'
import { startRemoteServer } from '#server/features/social/testing/start-remote-server.ts'

test('an article is told once to each server, then its change, its correction and its end', async () => {
  const site = await openSocialSite()
  const [first, second] = [await startRemoteServer(), await startRemoteServer()]
  await addFollowers(site.sql, first.url, { count: 3 })
  await addFollowers(site.sql, second.url, { count: 2, shares: false })
  await addFollowers(site.sql, second.url, { language: 'fr' })
  const id = await site.publish()
  const object = `${site.url}/activitypub/articles/${id}`
  await site.tell()
  expect(first.received.map(({ path, isVerified }) => [path, isVerified])).toEqual([['/inbox', true]])
  expect(second.received.map(({ path }) => path).toSorted()).toEqual(['/users/p1/inbox', '/users/p2/inbox'])
  const told = first.received[0]?.activity
  expect(told).toMatchObject({
    type: 'Create',
    id: `${object}#create`,
    actor: `${site.url}/activitypub/en`,
    to: 'https://www.w3.org/ns/activitystreams#Public',
    cc: `${site.url}/activitypub/en/followers`,
    object: {
      type: 'Article',
      id: object,
      attributedTo: `${site.url}/activitypub/en`,
      nameMap: { en: 'Chips 1' },
      summaryMap: { en: 'About chips' },
      url: `${site.url}/article/chips-1`,
      tag: { type: 'Hashtag', name: '#Technology', href: `${site.url}/tech` },
    },
    proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-jcs-2022' },
  })
  expect(told?.object).toMatchObject({ contentMap: { en: expect.stringContaining('<em>small</em>') } })

  await site.sql`update public.articles set featured = true, reading_time = '9 min read'`
  await site.tell()
  expect(first.received).toHaveLength(1)
  await site.sql`update public.articles set title = 'Small chips'`
  await site.sql`insert into public.article_corrections (article_id, text) values (${id}, 'They were large.')`
  await site.tell()
  expect(first.received[1]?.activity).toMatchObject({
    type: 'Update',
    object: { id: object, nameMap: { en: 'Small chips' } },
  })
  expect(JSON.stringify(first.received[1]?.activity)).toContain('They were large.')
  await site.sql`update public.articles set published = false`
  await site.tell()
  expect(first.received[2]?.activity).toMatchObject({
    type: 'Delete',
    object: { type: 'Tombstone', id: object },
  })
  expect((await site.get(`/activitypub/articles/${id}`)).status).toBe(410)
  // An object that was deleted never comes back.
  await site.sql`update public.articles set published = true`
  await site.tell()
  expect(first.received[3]?.activity).toMatchObject({ type: 'Create', object: { id: `${object}-2` } })
  await site.sql`delete from public.articles`
  await site.tell()
  expect(first.received[4]?.activity).toMatchObject({ type: 'Delete', object: { id: `${object}-2` } })
  expect(first.received).toHaveLength(5)
})

test('what a server does not take is tried again in order, with the other standard where a signature is refused', async () => {
  const site = await openSocialSite()
  const statuses = [500, 401]
  const remote = await startRemoteServer({
    answer: ({ method }) => (method === 'POST' ? statuses.shift() : undefined),
  })
  await addFollowers(site.sql, remote.url)
  const id = await site.publish()
  await site.tell()
  await site.sql`update public.articles set title = 'Small chips' where id = ${id}`
  await site.tell()
  const readServer = async () => (await site.sql`select * from private.social_servers`)[0]
  const { failures, resumes_at: resumesAt } = (await readServer()) ?? {}
  expect(failures).toBe(1)
  expect(resumesAt.getTime()).toBeGreaterThan(Date.now() + 40_000)
  await site.letTimePass()
  await site.tell()
  expect(remote.received).toEqual([])
  await site.letTimePass()
  await site.tell()
  expect(remote.received.map(({ activity, isVerified }) => [activity.type, isVerified])).toEqual([
    ['Create', true],
    ['Update', true],
  ])
  expect(await readServer()).toMatchObject({ failures: 0, failing_since: null })
})

test('a signature of RFC 9421 is sent in turn, and verified', async () => {
  const site = await openSocialSite()
  const statuses = [401]
  const remote = await startRemoteServer({
    answer: ({ method }) => (method === 'POST' ? statuses.shift() : undefined),
  })
  await addFollowers(site.sql, remote.url)
  await site.publish()
  await site.tell()
  await site.letTimePass()
  await site.tell()
  expect(remote.received).toMatchObject([{ spec: 'rfc9421', isVerified: true }])
})

test('a message that is refused is given up, and an inbox that is gone takes its follower with it', async () => {
  const site = await openSocialSite()
  const statuses = [400, 410]
  const remote = await startRemoteServer({
    answer: ({ method }) => (method === 'POST' ? statuses.shift() : undefined),
  })
  await addFollowers(site.sql, remote.url)
  await site.publish()
  await site.publish()
  await site.tell()
  expect(await site.sql`select from private.social_deliveries`).toHaveLength(0)
  expect(await site.followers()).toEqual([])
})

test('a server that has taken nothing for a week is left, and comes back with a follower', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer({
    answer: ({ method }) => (method === 'POST' ? (response) => response.socket?.destroy() : undefined),
  })
  await addFollowers(site.sql, remote.url)
  await site.publish()
  await site.tell()
  await site.sql`
    update private.social_servers set failing_since = now() - interval '8 days', failures = 20, resumes_at = now()`
  await site.tell()
  expect(await site.sql`select left_at, problem from private.social_servers`).toMatchObject([
    { left_at: expect.any(Date), problem: 'connection' },
  ])
  expect(await site.followers()).toEqual([])
  expect(await site.sql`select from private.social_deliveries`).toHaveLength(0)
  await remote.post(`${site.url}/activitypub/inbox`, remote.activity('Follow', `${site.url}/activitypub/en`))
  expect(await site.sql`select from private.social_servers where left_at is null`).toHaveLength(1)
})

test('servers that redirect to themselves or send without end cost one try each', async () => {
  const site = await openSocialSite()
  const circling = await startRemoteServer({
    answer: () => (response) => void response.writeHead(307, { location: '/inbox' }).end(),
  })
  const endless = await startRemoteServer({
    answer: () => (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(Buffer.alloc(100_000)), 1)
      response.on('close', () => clearInterval(timer))
    },
  })
  for (const { url } of [circling, endless]) await addFollowers(site.sql, url)
  await site.publish()
  await site.tell()
  expect(circling.requested).toEqual(['POST /inbox'])
  expect(endless.requested).toEqual(['POST /inbox'])
  expect(await site.sql`select problem from private.social_deliveries`).toEqual([{ problem: 'redirect' }])
})

test('what was published before, what is imported, and what happens while it is off is not told as new', async () => {
  const site = await openSocialSite({ isOn: false })
  const remote = await startRemoteServer()
  await addFollowers(site.sql, remote.url)
  await site.publish()
  expect(await site.sql`select from private.social_changes`).toHaveLength(0)
  await site.tell()
  await site.sql`insert into public.settings (key, value) values ('social_web', 'true')`
  await site.services.settings.reload()
  await site.sql.transaction(async (sql) => {
    await sql`select set_config('articles.importing', 'on', true)`
    await sql`
      insert into public.articles (slug, title, excerpt, content, category, published)
      values ('old', 'Old', 'Old', 'Old', 'tech', true)`
  })
  await site.sql`update public.articles set title = 'Chips again' where slug = 'chips-1'`
  await site.tell()
  expect(remote.received.map(({ activity }) => activity.type)).toEqual(['Update'])
})

test('a language that is switched off takes its articles back', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  await addFollowers(site.sql, remote.url, { language: 'fr' })
  await site.publish('fr')
  await site.tell()
  await site.sql`insert into public.settings (key, value) values ('languages', '["en", "de"]')`
  await site.services.settings.reload()
  await site.tell()
  expect(remote.received.map(({ activity }) => activity.type)).toEqual(['Create', 'Delete'])
})
