import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestNewsFeedsJob } from '#server/features/newsroom/feeds/request-feed.ts'
import { runDueFeeds } from '#server/features/newsroom/testing/run-due-feeds.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { startPublisher } from '../../../../tests/support/publisher.ts'

const publisher = await startPublisher()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  publisher.clear()
  await emptyTables(database.sql, 'public.news_feeds, public.news_groups, public.news_items')
})

const run = (options = {}) => runDueFeeds(database.sql, options)
const item = (n: number | string, more = '') =>
  `<item><title>Item ${n}</title><link>${publisher.url}/items/${n}</link><description>About ${n}</description>${more}</item>`
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>Harbour News</title>${items.join('')}</channel></rss>`
async function addFeed(path: string, { url = publisher.url + path } = {}): Promise<string> {
  const [feed] = await database.sql<[{ id: string }]>`
    insert into public.news_feeds (url, outlet) values (${url}, 'Harbour') returning id`
  return feed.id
}
const feedOf = async (id: string) => {
  const [feed] = await database.sql`
    select *, (extract(epoch from next_request_at - now()) / 3600)::float as hours from public.news_feeds where id = ${id}`
  return feed
}
const items = () => database.sql`select * from public.news_items order by title`
const makeDue = () => database.sql`update public.news_feeds set next_request_at = now()`
const feedRequests = () => publisher.asked.filter((path) => path.startsWith('/feed'))

test('items of a feed are stored, and the feed is asked again in an hour', async () => {
  publisher.serve('/feed', rss(item(1), item(2)), { headers: { etag: '"1"', 'last-modified': 'yesterday' } })
  const id = await addFeed('/feed')
  await run()
  expect(await items()).toMatchObject([
    { kind: 'feed', feed_id: id, title: 'Item 1', outlet: 'Harbour', excerpt: 'About 1', reservation: null },
    { title: 'Item 2' },
  ])
  const feed = await feedOf(id)
  expect(feed).toMatchObject({ title: 'Harbour News', etag: '"1"', failure: null, failures: 0, items: 2 })
  expect(feed?.hours).toBeGreaterThan(0.99)
  expect(feed?.hours).toBeLessThan(1.1)
  expect((await items()).every(({ group_id, origin_id }) => group_id && origin_id)).toBe(true)
  await run()
  expect(feedRequests()).toEqual(['/feed'])
})

test('a feed that has not changed is asked with conditions, and changes nothing', async () => {
  publisher.serve('/feed', rss(item(1)), { headers: { etag: '"1"', 'last-modified': 'yesterday' } })
  const id = await addFeed('/feed')
  await run()
  publisher.serve('/feed', '', { status: 304 })
  // A second answer that leaves out what was said before changes nothing either.
  for (let round = 0; round < 2; round++) {
    await makeDue()
    await run()
  }
  expect(publisher.headers.get('/feed')).toMatchObject({
    'if-none-match': '"1"',
    'if-modified-since': 'yesterday',
  })
  expect(await items()).toHaveLength(1)
  expect(await feedOf(id)).toMatchObject({ failure: null, title: 'Harbour News' })
})

test('items whose ids and addresses vary are known again, and changed words are taken', async () => {
  const date = '<pubDate>Fri, 27 Nov 2020 10:00:00 GMT</pubDate>'.replace(
    '2020',
    String(new Date().getUTCFullYear() - 1),
  )
  publisher.serve('/feed', rss(item('1?utm_source=a', '<guid>1</guid>'), item('2?session=1'), item(3, date)))
  await addFeed('/feed')
  await run()
  expect(await items()).toHaveLength(2)
  publisher.serve(
    '/feed',
    rss(
      item('1?utm_source=b', '<guid>2</guid>').replace('About', 'More about'),
      item('2?session=1').replace('session=1</link>', 'session=2</link>'),
    ),
  )
  await makeDue()
  await run()
  expect((await items()).map(({ excerpt }) => excerpt)).toEqual([
    'More about 1?utm_source=b',
    'About 2?session=1',
  ])
})

test('one feed adds no more than five hundred items a day', async () => {
  await addFeed('/feed')
  for (let round = 0; round < 4; round++) {
    publisher.serve('/feed', rss(...Array.from({ length: 200 }, (_, n) => item(`${round}-${n}`))))
    await makeDue()
    await run()
  }
  expect(await items()).toHaveLength(500)
})

describe('a feed that fails', () => {
  test.each([
    ['/feed', { status: 404 }, 'status', '404'],
    ['/feed', { status: 503, headers: { 'retry-after': '7200' } }, 'status', '503'],
    [
      '/feed',
      { status: 301, headers: { location: 'http://169.254.169.254/' } },
      'private',
      '169.254.169.254',
    ],
    ['/feed', {}, 'not_a_feed', null],
  ])('%s %j: %s', async (path, options, failure, detail) => {
    publisher.serve(path, '<html>', options)
    const id = await addFeed(path)
    await run()
    expect(await feedOf(id)).toMatchObject({ failure, failure_detail: detail, failures: 1, is_paused: false })
  })

  test('says since when, is asked more and more rarely, and begins anew with a success', async () => {
    publisher.serve('/feed', '', { status: 500 })
    const id = await addFeed('/feed')
    await run()
    const first = await feedOf(id)
    for (let n = 0; n < 2; n++) {
      await makeDue()
      await run()
    }
    const third = await feedOf(id)
    expect(third).toMatchObject({ failures: 3, failing_since: first?.failing_since })
    expect(third?.hours).toBeGreaterThan(3.9)
    publisher.serve('/feed', rss(item(1)))
    await makeDue()
    await run()
    expect(await feedOf(id)).toMatchObject({ failures: 0, failing_since: null, failure: null })
  })

  test('for good is not asked any more', async () => {
    publisher.serve('/feed', '', { status: 410 })
    const id = await addFeed('/feed')
    await run()
    expect(await feedOf(id)).toMatchObject({ failure: 'gone', is_paused: true })
    await makeDue()
    await run()
    expect(feedRequests()).toEqual(['/feed'])
  })

  test('keeps no other waiting, however many there are', async () => {
    publisher.serve('/feed', rss(item(1)))
    await database.sql`
      insert into public.news_feeds (url, outlet, failures)
      select 'http://127.0.1.' || n || ':1/', 'Broken', n % 3 from generate_series(1, 60) n`
    await addFeed('/feed')
    await run()
    expect(await items()).toHaveLength(1)
    expect(
      await database.sql`
        select from public.news_feeds where failure = 'connection' and next_request_at > now() + interval '50 minutes'`,
    ).toHaveLength(60)
  })
})

describe('redirects', () => {
  test('for good move the address, unless another feed has it', async () => {
    publisher.serve('/feed/new', rss(item(1)))
    publisher.serve('/feed/old', '', { status: 301, headers: { location: '/feed/new' } })
    publisher.serve('/feed/older', '', { status: 308, headers: { location: '/feed/new' } })
    const [old, older] = [await addFeed('/feed/old'), await addFeed('/feed/older')]
    await run()
    const urls = [(await feedOf(old))?.url, (await feedOf(older))?.url]
    expect(urls.filter((url) => url === `${publisher.url}/feed/new`)).toHaveLength(1)
  })

  test('for now do not, and one that leads to no feed neither', async () => {
    publisher.serve('/feed/new', rss(item(1)))
    publisher.serve('/feed', '', { status: 302, headers: { location: '/feed/new' } })
    publisher.serve('/feed/lost', '', { status: 301, headers: { location: '/parked' } })
    publisher.serve('/parked', '<html>')
    const [kept, lost] = [await addFeed('/feed'), await addFeed('/feed/lost')]
    await run()
    expect((await feedOf(kept))?.url).toBe(`${publisher.url}/feed`)
    expect(await feedOf(lost)).toMatchObject({ url: `${publisher.url}/feed/lost`, failure: 'not_a_feed' })
  })
})

describe('what a publisher reserves', () => {
  test('leaves title and link', async () => {
    publisher.serve('/feed', rss(item(1)), { headers: { 'x-robots-tag': 'noai' } })
    const id = await addFeed('/feed')
    await run()
    expect(await items()).toMatchObject([{ title: 'Item 1', excerpt: '', reservation: 'noai' }])
    publisher.serve('/feed', '', { status: 304 })
    await makeDue()
    await run()
    expect(await feedOf(id)).toMatchObject({ reservation: 'noai', failure: null })
  })

  test('of some paths leaves title and link of those items', async () => {
    publisher.serve('/robots.txt', 'User-agent: GPTBot\nDisallow: /items/1')
    publisher.serve('/feed', rss(item(1), item(2)))
    const id = await addFeed('/feed')
    await run()
    expect(await items()).toMatchObject([
      { excerpt: '', reservation: 'robots' },
      { excerpt: 'About 2', reservation: null },
    ])
    expect(await feedOf(id)).toMatchObject({ reservation: null })
  })

  test('of some paths later takes away what was stored of those items', async () => {
    publisher.serve('/feed', rss(item(1), item(2)))
    await addFeed('/feed')
    await run()
    await database.sql`
      insert into private.news_texts (item_id, text, sentences) select id, 'Text.', '{Text.}' from public.news_items`
    publisher.serve('/robots.txt', 'User-agent: GPTBot\nDisallow: /items/1')
    await makeDue()
    await run()
    expect(await items()).toMatchObject([{ excerpt: '', reservation: 'robots' }, { reservation: null }])
    expect(await database.sql`select from private.news_texts`).toHaveLength(1)
  })

  test('in a page itself holds when its feed tells of it again', async () => {
    publisher.serve('/feed', rss(item(1)))
    await addFeed('/feed')
    await run()
    await database.sql`update public.news_items set reservation = 'noai', excerpt = ''`
    await makeDue()
    await run()
    expect(await items()).toMatchObject([{ excerpt: '', reservation: 'noai' }])
  })

  test('later takes away what was stored', async () => {
    publisher.serve('/feed', rss(item(1)))
    await addFeed('/feed')
    await run()
    await database.sql`
      insert into private.news_texts (item_id, text, sentences) select id, 'Text.', '{Text.}' from public.news_items`
    publisher.serve('/.well-known/tdmrep.json', '[{"location":"/feed","tdm-reservation":1}]')
    publisher.serve('/feed', '', { status: 304 })
    await makeDue()
    await run()
    expect(await items()).toMatchObject([{ title: 'Item 1', excerpt: '', reservation: 'tdmrep' }])
    expect(await database.sql`select from private.news_texts`).toEqual([])
  })

  test('robots.txt can keep us from a feed, and from where it leads', async () => {
    publisher.serve('/robots.txt', 'User-agent: AIWatchNewsroom\nDisallow: /feed/closed')
    publisher.serve('/feed/closed', rss(item(1)))
    publisher.serve('/feed', '', { status: 302, headers: { location: '/feed/closed' } })
    const ids = [await addFeed('/feed'), await addFeed('/feed/closed')]
    await run()
    for (const id of ids)
      expect(await feedOf(id)).toMatchObject({ failure: 'forbidden', failure_detail: 'robots.txt' })
    expect(publisher.asked).not.toContain('/feed/closed')
  })
})

test('two processes do not ask the same feed, nor one host at the same time', async () => {
  for (let n = 0; n < 5; n++) {
    publisher.serve(`/feed/${n}`, rss(item(n)))
    await addFeed(`/feed/${n}`)
  }
  await Promise.all([run(), run()])
  expect(feedRequests().toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `/feed/${n}`))
})

test('without a newsroom nothing is asked, and without permission nothing of the own network', async () => {
  publisher.serve('/feed', rss(item(1)))
  const id = await addFeed('/feed')
  await run({ hasNewsroom: false })
  expect(publisher.asked).toEqual([])
  await run({ allowsPrivate: false })
  expect(publisher.asked).toEqual([])
  expect(await feedOf(id)).toMatchObject({ failure: 'private' })
})

test('the job is one at a time, in all processes', () => {
  expect(requestNewsFeedsJob).toMatchObject({ isExclusive: true, concurrency: 1 })
})
