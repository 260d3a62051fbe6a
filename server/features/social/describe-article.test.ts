import { expect, test } from 'vitest'
import type { MediaFacts } from '#core/domain/media-file.ts'
import { describeArticle } from '#server/features/social/describe-article.ts'
import { findSocialArticle } from '#server/features/social/published-articles.ts'
import { openSocialSite } from '#server/features/social/testing/open-social-site.ts'
import { startRemoteServer } from '#server/features/social/testing/start-remote-server.ts'

test('an article is told with its picture, its section and its address', async () => {
  const site = await openSocialSite()
  const article = await findSocialArticle(site.sql, await site.publish('fr'))
  if (!article) throw new Error('There is no article')
  const { fedify, contextLoader } = await site.services.openSocialWeb()
  const facts = { alts: { en: 'A crane', fr: 'Une grue' } } as MediaFacts
  const description = {
    fedify,
    siteUrl: site.url,
    settings: site.services.settings.current(),
    imageSource: async () => ({ version: 'a', read: async () => Buffer.alloc(0), facts }),
  }
  const tell = async (hero_image: string | null) =>
    (await describeArticle({ ...article, hero_image }, description)).toJsonLd({ contextLoader })
  const image = {
    type: 'Image',
    mediaType: 'image/webp',
    name: 'Une grue',
    url: `${site.url}/demo/harbour.webp`,
  }
  expect(await tell('/demo/harbour.webp')).toMatchObject({
    type: 'Article',
    url: `${site.url}/article/${article.slug}?lang=fr`,
    attributedTo: `${site.url}/activitypub/fr`,
    name: article.title,
    nameMap: { fr: article.title },
    summary: 'About chips',
    summaryMap: { fr: 'About chips' },
    content: expect.stringContaining('<em>small</em>'),
    contentMap: { fr: expect.stringContaining('<em>small</em>') },
    tag: { type: 'Hashtag', name: '#Technologie', href: `${site.url}/tech?lang=fr` },
    image,
  })
  expect(await tell('https://images.example/a.jpg')).toMatchObject({
    image: { type: 'Image', mediaType: 'image/jpeg', url: 'https://images.example/a.jpg' },
  })
  expect(await tell(null)).not.toHaveProperty('image')
})

test('a summary is HTML, and a name is plain text', async () => {
  const site = await openSocialSite()
  const id = await site.publish('en')
  await site.sql`update public.articles set title = 'AT&T <b>', excerpt = 'Why "R&D" < profit <script>' where id = ${id}`
  await site.sql`insert into public.settings (key, value) values ('site_name', '"Chips & <Dips>"')`
  await site.services.settings.reload()
  const article = await (await site.get(`/activitypub/articles/${id}`)).json()
  const summary = 'Why &quot;R&amp;D&quot; &lt; profit &lt;script&gt;'
  expect(article).toMatchObject({ name: 'AT&T <b>', summary, summaryMap: { en: summary } })
  const actor = await (await site.get('/activitypub/en')).json()
  expect(actor.name).toContain('Chips & <Dips>')
  expect(actor.summary).toContain('Chips &amp; &lt;Dips&gt;')
})

test('a text that is too long for other servers is left to the page', async () => {
  const site = await openSocialSite()
  const remote = await startRemoteServer()
  await remote.post(`${site.url}/activitypub/inbox`, remote.activity('Follow', `${site.url}/activitypub/en`))
  const id = await site.publish()
  const told = async (words: number) => {
    await site.sql`update public.articles set content = ${'"Chips" '.repeat(words)} where id = ${id}`
    await site.tell()
    return JSON.stringify(remote.received.at(-1)?.activity)
  }
  expect(Buffer.byteLength(await told(5_000))).toBeGreaterThan(100_000)
  const left = await told(40_000)
  expect(left).toContain(`${site.url}/article/chips-1`)
  expect(Buffer.byteLength(left)).toBeLessThan(10_000)
})
