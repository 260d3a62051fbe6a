import { expect, test } from 'vitest'
import { accountOf } from '#server/features/social/addresses.ts'
import { openSocialSite } from '#server/features/social/testing/open-social-site.ts'

test('each offered language is found by its name, and is an organization with keys and pictures', async () => {
  const site = await openSocialSite()
  const { host } = new URL(site.url)
  const found = await site.get(`/.well-known/webfinger?resource=acct:fr@${host}`, 'application/jrd+json')
  expect(await found.json()).toMatchObject({
    subject: `acct:fr@${host}`,
    links: expect.arrayContaining([
      expect.objectContaining({
        rel: 'self',
        href: `${site.url}/activitypub/fr`,
        type: 'application/activity+json',
      }),
    ]),
  })
  const actor = await (await site.get('/activitypub/fr')).json()
  expect(actor).toMatchObject({
    type: 'Organization',
    preferredUsername: 'fr',
    inbox: `${site.url}/activitypub/fr/inbox`,
    outbox: `${site.url}/activitypub/fr/outbox`,
    followers: `${site.url}/activitypub/fr/followers`,
    url: `${site.url}/?lang=fr`,
    endpoints: { sharedInbox: `${site.url}/activitypub/inbox` },
    icon: { type: 'Image', mediaType: 'image/png', url: `${site.url}/icon-512.png` },
    image: { type: 'Image', url: `${site.url}/share/default.png` },
    publicKey: {
      id: `${site.url}/activitypub/fr#main-key`,
      publicKeyPem: expect.stringContaining('PUBLIC KEY'),
    },
    assertionMethod: expect.arrayContaining([expect.objectContaining({ type: 'Multikey' })]),
  })
  expect((await (await site.get('/activitypub/fr')).json()).publicKey).toEqual(actor.publicKey)
  const [stored] =
    await site.sql`select sealed_private_key from private.social_keys where language = 'fr' limit 1`
  expect(stored?.sealed_private_key).toMatch(/^v1\./)
  for (const path of [
    '/activitypub/xx',
    '/activitypub/articles/x',
    '/activitypub',
    '/activitypub/xx/inbox',
    '/activitypub/%00/followers',
    '/activitypub/%00/outbox',
  ])
    expect([path, (await site.get(path)).status]).toEqual([path, 404])
  expect((await site.get(`/.well-known/webfinger?resource=acct:xx@${host}`)).status).toBe(404)
  expect((await site.get('/activitypub/fr', 'text/html')).headers.get('location')).toBe(
    `${site.url}/?lang=fr`,
  )
})

test('a language is found under every spelling of its name, and by its front page (webfinger-spellings)', async () => {
  const site = await openSocialSite()
  const { host } = new URL(site.url)
  const find = async (resource: string) => {
    const found = await site.get(
      `/.well-known/webfinger?resource=${encodeURIComponent(resource)}`,
      'application/jrd+json',
    )
    return found.status === 200 ? (await found.json()).subject : found.status
  }
  for (const resource of [
    `acct:en@${host}`,
    `acct:EN@${host}`,
    `acct:En@${host}`,
    `ACCT:en@${host}`,
    `acct:@en@${host}`,
    `@en@${host}`,
    `en@${host}`,
    `${site.url}/activitypub/en`,
    `${site.url}/`,
    site.url,
    `${site.url}/?lang=en`,
  ])
    expect([resource, await find(resource)]).toEqual([resource, `acct:en@${host}`])
  expect(await find(`${site.url}/?lang=fr`)).toBe(`acct:fr@${host}`)
  for (const resource of [
    `acct:nobody@${host}`,
    'acct:en@other.example',
    'acct:@en@other.example',
    'https://other.example/',
    `https://${host}@other.example/`,
    `acct:en@${host}@other.example`,
    `acct:en@other.example?x=${host}`,
    `${site.url}/?lang=xx`,
    `${site.url}/about`,
  ])
    expect([resource, await find(resource)]).toEqual([resource, 404])
})

test('the host of a name has no capitals, and is the same in letters of its own', () => {
  const site = 'https://xn--zri-hoa.example'
  for (const host of ['xn--zri-hoa.example', 'XN--ZRI-HOA.EXAMPLE', 'züri.example', 'Züri.Example'])
    expect(accountOf(site, `acct:EN@${host}`)).toBe('acct:en@xn--zri-hoa.example')
  expect(accountOf('https://paper.example', 'HTTPS://Paper.Example:443/?lang=fr')).toBe(
    'acct:fr@paper.example',
  )
})

test('NodeInfo says what it is, and no version', async () => {
  const site = await openSocialSite()
  const { links } = await (await site.get('/.well-known/nodeinfo', 'application/json')).json()
  const info = await (await fetch(links[0].href)).json()
  expect(info).toMatchObject({ software: { name: 'ai-watch', version: '1' }, protocols: ['activitypub'] })
})

test('the outbox has the articles of its language, a page at a time, and followers are a number', async () => {
  const site = await openSocialSite()
  for (let n = 0; n < 22; n++) await site.publish()
  await site.sql`
    insert into private.social_followers (language, actor, inbox, host, handle, name)
    values ('en', 'https://a.example/u', 'https://a.example/i', 'a.example', '@u', '')`
  const outbox = await (await site.get('/activitypub/en/outbox')).json()
  expect(outbox).toMatchObject({ type: 'OrderedCollection', totalItems: 22 })
  const page = await (await fetch(outbox.first, { headers: { accept: 'application/activity+json' } })).json()
  expect(page.orderedItems).toHaveLength(20)
  expect(page.orderedItems[0]).toMatchObject({ type: 'Create', object: { type: 'Article' } })
  const next = await (await fetch(page.next, { headers: { accept: 'application/activity+json' } })).json()
  expect(next.orderedItems).toHaveLength(2)
  expect(next.next).toBeUndefined()
  const object = page.orderedItems[0].object
  expect(
    await (await fetch(object.id, { headers: { accept: 'application/activity+json' } })).json(),
  ).toMatchObject({
    id: object.id,
    url: object.url,
  })
  const followers = await (await site.get('/activitypub/en/followers')).json()
  expect(followers.totalItems).toBe(1)
  expect(JSON.stringify(followers)).not.toContain('a.example')
})

test('while it is switched off, every address is missing', async () => {
  const site = await openSocialSite({ isOn: false })
  const { host } = new URL(site.url)
  for (const path of [
    `/.well-known/webfinger?resource=acct:en@${host}`,
    '/.well-known/nodeinfo',
    '/activitypub/nodeinfo/2.1',
    '/activitypub/en',
    '/activitypub/en/outbox',
    '/activitypub/articles/00000000-0000-0000-0000-000000000000',
  ])
    expect([path, (await site.get(path)).status]).toEqual([path, 404])
  const post = await fetch(`${site.url}/activitypub/inbox`, { method: 'POST', body: '{}' })
  expect(post.status).toBe(404)
})
