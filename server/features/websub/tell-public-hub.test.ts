import { expect, test } from 'vitest'
import { feedLinks } from '#core/feeds/describe-feed.ts'
import { openHubSite, SITE, startSubscriber, TOPIC } from '#server/features/websub/testing/open-hub-site.ts'
import { lookAtFeeds, tellPublicHub } from '#server/features/websub/watch-feeds.ts'

const RUN = { signal: new AbortController().signal }

test('a public hub is told which feeds have changed, and our own hub is closed', async () => {
  const hub = await startSubscriber((_, response) => response.writeHead(204).end())
  const { services, sql, post } = await openHubSite({ hubUrl: `${hub.url}/hub` })
  const contents = new Map<string, string>()
  const fetchPage = ({ url }: Request) =>
    new Response(contents.get(url) ?? 'empty', {
      headers: {
        link: feedLinks({ hubUrl: services.websub.hubUrl, selfUrl: url }),
        'content-type': 'application/rss+xml',
      },
    })
  await sql`
    insert into public.articles (slug, title, excerpt, content, category, author, published)
    values ('one', 'One', 'Chips', 'Chips', 'tech', 'Ana Lima', true)`
  const tell = async () => {
    await sql`delete from pgboss.job where name = 'tell-public-hub'`
    await lookAtFeeds(services, fetchPage, undefined, 0)
    const jobs = await sql<
      { data: { paths: string[] } }[]
    >`select data from pgboss.job where name = 'tell-public-hub'`
    for (const { data } of jobs) await tellPublicHub(services, data, RUN)
    return hub
      .posts()
      .splice(0)
      .flatMap(({ body }) => new URLSearchParams(body.toString()).getAll('hub.url'))
  }
  const first = await tell()
  expect(first).toEqual(
    expect.arrayContaining([
      TOPIC,
      `${SITE}/feeds/fr/newsletter.xml`,
      `${SITE}/feeds/fr/podcast.xml`,
      `${SITE}/feeds/en/author/ana-lima.json`,
    ]),
  )
  hub.received.length = 0
  expect(await tell()).toEqual([])
  contents.set(TOPIC, 'new')
  contents.set(`${SITE}/feeds/de/tech.json`, 'new')
  expect((await tell()).toSorted()).toEqual([`${SITE}/feeds/de/tech.json`, TOPIC])
  const [{ headers, body } = expect.fail()] = hub.received
  expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(new URLSearchParams(body.toString()).getAll('hub.mode')).toEqual(['publish'])

  const closed = await post({
    'hub.mode': 'subscribe',
    'hub.topic': TOPIC,
    'hub.callback': 'https://reader.example/',
  })
  expect([closed.status, await closed.text()]).toEqual([404, `The hub of our feeds is ${hub.url}/hub.`])
})

test.each([500, 302, 429])('a public hub that answers with %i is told again later', async (status) => {
  const hub = await startSubscriber((_, response) => response.writeHead(status, { location: '/' }).end())
  const { services } = await openHubSite({ hubUrl: hub.url })
  await expect(tellPublicHub(services, { paths: ['/feeds/en.xml'] }, RUN)).rejects.toThrow(
    `WEBSUB_HUB answered with status ${status}`,
  )
  expect(hub.received).toHaveLength(1)
})
