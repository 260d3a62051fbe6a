import { expect, test } from 'vitest'
import { loadFedify } from '#server/features/social/load-fedify.ts'
import { openSocialSite } from '#server/features/social/testing/open-social-site.ts'

/** Shows what another server that is made with Fedify finds of a publication, by asking for it as that library does. */
test('Fedify finds actors, articles, outboxes and NodeInfo, and reads them', async () => {
  const site = await openSocialSite()
  for (const language of ['en', 'fr', 'fr']) await site.publish(language)
  const fedify = await loadFedify()
  const elsewhere = fedify
    .createFederation<void>({ kv: new fedify.MemoryKvStore(), allowPrivateAddress: true })
    .createContext(new URL('http://elsewhere.example'), undefined)
  const { host } = new URL(site.url)

  for (const [language, count] of [
    ['en', 1],
    ['fr', 2],
  ] as const) {
    const address = `${site.url}/activitypub/${language}`
    const found = await elsewhere.lookupWebFinger(address)
    expect(found).toMatchObject({ subject: `acct:${language}@${host}`, aliases: [address] })
    const self = found?.links?.find(({ rel }) => rel === 'self')
    const actor = await elsewhere.lookupObject(self?.href ?? '')
    if (!fedify.isActor(actor)) throw new Error('There is no actor')
    expect(String(actor.preferredUsername)).toBe(language)
    expect(actor.inboxId?.href).toBe(`${address}/inbox`)
    const { name } = (await actor.getIcon()) ?? {}
    expect([String(name), String((await actor.getImage())?.name)]).toEqual(['AI Watch', 'AI Watch'])
    const key = await actor.getPublicKey()
    expect(key?.ownerId?.href).toBe(address)

    const outbox = await elsewhere.lookupObject(actor.outboxId ?? '')
    if (!(outbox instanceof fedify.OrderedCollection)) throw new Error('There is no outbox')
    expect(outbox.totalItems).toBe(count)
    let listed = 0
    for await (const item of elsewhere.traverseCollection(outbox)) {
      listed += 1
      if (!(item instanceof fedify.Create)) throw new Error('There is another activity')
      expect(item.actorId?.href).toBe(address)
      const object = await elsewhere.lookupObject(item.objectId ?? '')
      if (!(object instanceof fedify.Article)) throw new Error('There is no article')
      expect([object.attributionId?.href, object.toId?.href]).toEqual([
        address,
        fedify.PUBLIC_COLLECTION.href,
      ])
      const texts = [object.names, object.summaries, object.contents]
      for (const [plain, told] of texts) {
        expect(typeof plain).toBe('string')
        expect(told).toEqual(new fedify.LanguageString(String(plain), language))
      }
    }
    expect(listed).toBe(count)
    // Some servers know everybody by the full name alone.
    expect(await (await site.get(`/activitypub/${language}/outbox?cursor=0`)).text()).not.toContain(
      'as:Public',
    )
  }

  const { links } = await (await site.get('/.well-known/nodeinfo', 'application/json')).json()
  expect(fedify.parseNodeInfo(await (await fetch(links[0].href)).json())).toMatchObject({
    software: { name: 'ai-watch' },
    protocols: ['activitypub'],
    usage: { users: { total: 6 }, localPosts: 3 },
  })
  expect(await elsewhere.lookupWebFinger(`${site.url}/activitypub/xx`)).toBe(null)
  expect(await elsewhere.lookupObject(`${site.url}/activitypub/xx`)).toBe(null)
})
