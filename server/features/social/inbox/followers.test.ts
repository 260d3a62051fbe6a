import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openSocialSite, type SocialSite } from '#server/features/social/testing/open-social-site.ts'
import { startRemoteServer } from '#server/features/social/testing/start-remote-server.ts'

const inboxOf = (site: SocialSite) => `${site.url}/activitypub/inbox`
const english = (site: SocialSite) => `${site.url}/activitypub/en`

test('whoever is blocked is told that they may not follow, and a blocked server is told nothing', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const { host } = new URL(remote.url)
  await site.sql`insert into private.social_blocks (kind, value) values ('actor', ${remote.actor})`
  const follow = remote.activity('Follow', english(site))
  expect((await remote.post(inboxOf(site), follow)).status).toBe(202)
  // Nobody else is told so in their name.
  const forged = await remote.post(inboxOf(site), follow, {
    body: JSON.stringify({ ...follow, id: `${remote.url}/2` }),
  })
  expect(forged.status).toBe(401)
  await site.tell()
  expect(remote.received).toMatchObject([
    {
      path: '/users/mara/inbox',
      isVerified: true,
      activity: {
        type: 'Reject',
        actor: english(site),
        object: { type: 'Follow', id: follow.id, actor: remote.actor },
      },
    },
  ])
  expect(await site.followers()).toEqual([])
  // Messages that wait for it are not sent any more either.
  await remote.post(inboxOf(site), remote.activity('Follow', english(site)))
  await site.sql`insert into private.social_blocks (kind, value) values ('domain', ${host})`
  await site.tell()
  const requests = remote.requested.length
  expect((await remote.post(inboxOf(site), remote.activity('Follow', english(site)))).status).toBe(202)
  await site.tell()
  expect(remote.received).toHaveLength(1)
  expect(remote.requested).toHaveLength(requests)
})

test('an account that moves is followed to where it says the same, and nowhere else', async () => {
  const site = await openSocialSite()
  const old = await startRemoteServer()
  let aliases: unknown = []
  const target = await startRemoteServer({
    name: 'nora',
    actor: (document) => ({
      ...document,
      '@context': [document['@context'], { alsoKnownAs: { '@id': 'as:alsoKnownAs', '@type': '@id' } }].flat(),
      alsoKnownAs: aliases,
    }),
  })
  const inbox = inboxOf(site)
  const move = (to: string, object = old.actor) =>
    old.post(inbox, old.activity('Move', object, { target: to }))
  const followers = async () => (await site.followers()).map(({ language, actor }) => [language, actor])
  // Of somebody who does not follow, nothing is asked.
  expect((await move(target.actor)).status).toBe(202)
  expect(target.requested).toEqual([])
  for (const language of ['en', 'fr'])
    await old.post(inbox, old.activity('Follow', `${site.url}/activitypub/${language}`))
  const before = await followers()
  expect((await move(target.actor)).status).toBe(202)
  expect((await move(target.actor, target.actor)).status).toBe(202)
  expect((await move('http://10.0.0.1/users/nora')).status).toBe(202)
  expect((await move(english(site))).status).toBe(202)
  expect((await move(`${target.url}/nobody`)).status).toBe(503)
  expect(await followers()).toEqual(before)
  aliases = [old.actor]
  await target.post(inbox, target.activity('Follow', `${site.url}/activitypub/fr`))
  expect((await move(target.actor)).status).toBe(202)
  expect((await followers()).toSorted()).toEqual([
    ['en', target.actor],
    ['fr', target.actor],
  ])
  expect((await site.followers())[0]).toMatchObject({
    inbox: `${target.actor}/inbox`,
    handle: expect.stringContaining('@nora@'),
  })
})

test('an account that is gone is forgotten although its key is, and one that is there is not', async () => {
  const site = await openSocialSite()
  let status = 200
  const remote = await startRemoteServer({
    answer: ({ method }) =>
      method === 'GET' && status !== 200
        ? (response: ServerResponse) => void response.writeHead(status).end()
        : undefined,
  })
  await remote.post(inboxOf(site), remote.activity('Follow', english(site)))
  // Keys of others are remembered for a day.
  await site.sql`delete from private.remote_keys`
  const end = (object = remote.actor) => remote.post(inboxOf(site), remote.activity('Delete', object))
  for (status of [404, 500]) expect((await end()).status).toBe(503)
  expect(await site.followers()).toHaveLength(1)
  status = 410
  expect((await end(`${remote.url}/notes/1`)).status).toBe(503)
  expect((await remote.post(inboxOf(site), remote.activity('Undo', remote.actor))).status).toBe(503)
  expect(await site.followers()).toHaveLength(1)
  expect((await end()).status).toBe(202)
  expect(await site.followers()).toEqual([])
})

test('a server without a shared inbox is sent an article five hundred times at most', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer({ sharesInbox: false })
  const { host } = new URL(remote.url)
  await site.sql`
    insert into private.social_followers (language, actor, inbox, host, handle, name)
    select 'en', ${remote.url} || '/users/p' || n, ${remote.url} || '/users/p' || n || '/inbox', ${host}, '', ''
    from generate_series(1, 600) as n`
  const full = await remote.post(inboxOf(site), remote.activity('Follow', english(site)))
  expect([full.status, await full.text()]).toEqual([
    429,
    'This server has too many inboxes here. A shared inbox takes their place.',
  ])
  await site.sql`select private.send_social_activity(gen_random_uuid(), 'en', 'Create', null, '{}')`
  expect(await site.sql`select from private.social_deliveries`).toHaveLength(500)
  // Somebody else's articles are not held up by it, and neither is a server that has one inbox for all.
  const other = await startRemoteServer()
  expect((await other.post(inboxOf(site), other.activity('Follow', english(site)))).status).toBe(202)
})

test('answers for a server that takes none are not piled up, and names below a domain are counted together', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const { host } = new URL(remote.url)
  const follow = () => remote.post(inboxOf(site), remote.activity('Follow', english(site)))
  expect((await follow()).status).toBe(202)
  await site.sql`
    with activity as (
      insert into private.social_activities (id, language, kind, body)
      select gen_random_uuid(), 'en', 'Accept', '{}' from generate_series(1, 2000) returning id)
    insert into private.social_deliveries (activity_id, inbox, host)
    select id, ${`${remote.actor}/inbox`}, ${host} from activity`
  const answer = await follow()
  expect([answer.status, await answer.text()]).toEqual([
    429,
    'This server has not taken the last two thousand messages yet.',
  ])
  await site.sql`delete from private.social_activities`
  for (let n = 0; n < 200; n++) await site.limits.take('social-domain', 'addresses')
  // A server that is known is not a new one.
  expect((await follow()).status).toBe(202)
  const another = await startRemoteServer()
  const refused = await another.post(inboxOf(site), another.activity('Follow', english(site)))
  expect([refused.status, await refused.text()]).toEqual([429, 'Too many requests from this server'])
  // Nor does anybody bring a new one by moving there.
  const moved = `${another.url}/users/mara`
  const move = remote.activity('Move', remote.actor, { target: moved })
  expect((await remote.post(inboxOf(site), move)).status).toBe(429)
  expect(await site.followers()).toHaveLength(1)
})

test('what is not signed by a server does not count against it', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  const { host } = new URL(remote.url)
  for (let n = 0; n < 599; n++) await site.limits.take('social-server', host)
  const follow = remote.activity('Follow', english(site))
  const unsigned = await fetch(inboxOf(site), {
    method: 'POST',
    headers: { 'content-type': 'application/activity+json' },
    body: JSON.stringify(follow),
  })
  expect(unsigned.status).toBe(401)
  expect((await remote.post(inboxOf(site), follow)).status).toBe(202)
})
