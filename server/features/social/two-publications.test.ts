import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSocialSite, type SocialSite } from '#server/features/social/testing/open-social-site.ts'

type Followed = { by: SocialSite; as: 'en' | 'fr'; site: SocialSite; language: 'en' | 'fr' }

const actorOf = (site: SocialSite, language: string) => `${site.url}/activitypub/${language}`

/** A publication follows nobody by itself, so its key signs a request that the test has written. */
async function follow({ by, as, site, language }: Followed) {
  const { fedify, sign, contextLoader } = await by.services.openSocialWeb()
  const activity = new fedify.Follow({
    id: new URL(`${actorOf(by, as)}#follow-${randomUUID()}`),
    actor: new URL(actorOf(by, as)),
    object: new URL(actorOf(site, language)),
  })
  const body = JSON.stringify(await activity.toJsonLd({ contextLoader }))
  const inbox = `${actorOf(site, language)}/inbox`
  const headers = { 'content-type': 'application/activity+json' }
  const signed = await sign(new Request(inbox, { method: 'POST', body, headers }), as)
  const send = () => fetch(inbox, { method: 'POST', body, headers: signed })
  expect((await send()).status).toBe(202)
  return send
}

test('two publications follow each other in two languages, and hear what is published, corrected and withdrawn', async () => {
  const [here, there] = [await openSocialSite(), await openSocialSite()]
  const follows: Followed[] = [
    { by: here, as: 'en', site: there, language: 'fr' },
    { by: here, as: 'fr', site: there, language: 'en' },
    { by: there, as: 'en', site: here, language: 'fr' },
    { by: there, as: 'fr', site: here, language: 'en' },
  ]
  const resend: (() => Promise<Response>)[] = []
  for (const one of follows) resend.push(await follow(one))
  for (const site of [here, there]) {
    const other = site === here ? there : here
    expect(await site.followers()).toMatchObject([
      { language: 'fr', actor: actorOf(other, 'en'), inbox: `${actorOf(other, 'en')}/inbox` },
      { language: 'en', actor: actorOf(other, 'fr'), shared_inbox: `${other.url}/activitypub/inbox` },
    ])
    other.posts.length = 0
    await site.tell()
    expect(other.posts).toMatchObject([
      ...['fr', 'en'].map((language) => ({
        activity: { type: 'Accept', actor: actorOf(site, language), object: { type: 'Follow' } },
      })),
    ])
    other.posts.length = 0
  }

  for (const { by, site, language } of follows) {
    const article = await site.publish(language)
    const object = `${site.url}/activitypub/articles/${article}`
    const [{ slug }] = await site.sql<
      [{ slug: string }]
    >`select slug from public.articles where id = ${article}`
    await site.tell()
    await site.sql`insert into public.article_corrections (article_id, text) values (${article}, 'It was another day.')`
    await site.tell()
    await site.sql`update public.articles set published = false where id = ${article}`
    await site.tell()
    const about = by.posts.filter(({ activity }) => activity.actor === actorOf(site, language))
    expect(about).toMatchObject([
      {
        path: '/activitypub/inbox',
        activity: {
          type: 'Create',
          object: {
            type: 'Article',
            id: object,
            url: `${site.url}/article/${slug}${language === 'en' ? '' : `?lang=${language}`}`,
            nameMap: { [language]: expect.stringMatching(/^Chips/) },
          },
        },
      },
      { activity: { type: 'Update', object: { id: object } } },
      { activity: { type: 'Delete', object: { type: 'Tombstone', id: object } } },
    ])
    expect(JSON.stringify(about[1]?.activity)).toContain('It was another day.')
    const { fedify, contextLoader } = await by.services.openSocialWeb()
    for (const { activity } of about) {
      const documentLoader = async (address: string) => ({
        contextUrl: null,
        documentUrl: address,
        document: await (await site.get(new URL(address).pathname)).json(),
      })
      // An activity that has passed through other hands can be told from a forgery.
      expect(
        await fedify.verifyObject(fedify.Activity, activity, { contextLoader, documentLoader }),
      ).not.toBe(null)
    }
    // It was verified with the key of who has sent it.
    const keys =
      await by.sql`select id from private.remote_keys where id = ${`${actorOf(site, language)}#main-key`}`
    expect(keys).toHaveLength(1)
  }

  // A request that arrives again changes nothing, and nothing of the other publication is stored but who follows.
  for (const site of [here, there]) {
    const before = await site.followers()
    for (const { replay } of site.posts.slice()) expect((await replay()).status).toBe(202)
    for (const send of resend) expect((await send()).status).toBe(202)
    await site.tell()
    expect(await site.followers()).toEqual(before)
    expect(await site.reactions()).toEqual([])
    expect(await site.sql`select from public.articles`).toHaveLength(2)
    expect(await site.sql`select from private.social_deliveries`).toHaveLength(0)
  }
  expect(here.posts.filter(({ activity }) => activity.type === 'Accept')).toEqual([])
})
