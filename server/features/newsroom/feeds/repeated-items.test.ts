import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
  await database.sql`insert into public.news_feeds (url, outlet) values (${`${publisher.url}/feed`}, 'Harbour')`
})

const item = (n: number, { at = '', address = `/items/${n}` } = {}) =>
  `<item><title>Item ${n}</title><link>${address}</link><description>About ${n}</description>${at && `<pubDate>${at}</pubDate>`}</item>`

/** Asks the feed after some days, in which what is old was purged. The titles of the items that are stored then. */
async function readAfter(days: number, ...items: string[]): Promise<string[]> {
  await database.sql`
    update public.news_items set added_at = added_at - make_interval(days => ${days}), published_at = published_at - make_interval(days => ${days})`
  await database.sql`delete from public.news_items where added_at < now() - interval '30 days'`
  publisher.serve('/feed', `<rss version="2.0"><channel>${items.join('')}</channel></rss>`)
  await database.sql`update public.news_feeds set next_request_at = now()`
  await runDueFeeds(database.sql)
  const stored = await database.sql<{ title: string }[]>`select title from public.news_items order by title`
  return stored.map(({ title }) => title)
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toUTCString()

test('items without a date that a feed goes on listing do not come again', async () => {
  expect(await readAfter(0, item(1), item(2))).toEqual(['Item 1', 'Item 2'])
  expect(await readAfter(31, item(3), item(1), item(2))).toEqual(['Item 3'])
  // Nor after an answer without them.
  expect(await readAfter(31)).toEqual([])
  expect(await readAfter(1, item(4), item(1), item(2), item(3))).toEqual(['Item 4'])
})

test('nor where their addresses change with each request', async () => {
  const listed = (request: number) => [1, 2].map((n) => item(n, { address: `/items/${n}/${request}` }))
  expect(await readAfter(0, ...listed(0))).toEqual(['Item 1', 'Item 2'])
  expect(await readAfter(31, ...listed(1))).toEqual([])
})

test('nor where each request dates them anew', async () => {
  expect(await readAfter(0, item(1, { at: daysAgo(0.2) }))).toEqual(['Item 1'])
  expect(await readAfter(31, item(1, { at: daysAgo(0.1) }))).toEqual([])
})

test('an item whose address and date change with each request is stored once', async () => {
  for (const request of [3, 2, 1])
    expect(await readAfter(0, item(1, { at: daysAgo(request), address: `/items/${request}` }))).toEqual([
      'Item 1',
    ])
})

test('an item without a date is no news of today when its feed is first read', async () => {
  const ages = async () => {
    const stored = await database.sql<{ days: number }[]>`
      select round(extract(epoch from now() - published_at) / 86400)::int as days from public.news_items order by title`
    return stored.map(({ days }) => days)
  }
  await readAfter(
    0,
    item(1),
    item(2, { at: daysAgo(3) }),
    item(3, { at: 'soon' }),
    item(4, { at: daysAgo(0) }),
  )
  expect(await ages()).toEqual([3, 3, 3, 0])
  await readAfter(0, item(1), item(5))
  expect(await ages()).toEqual([3, 3, 3, 0, 0])
})

test('nor where no item of it has one', async () => {
  await readAfter(0, item(1))
  const stored =
    await database.sql`select published_at < now() - interval '23 hours' as "isOld" from public.news_items`
  expect(stored).toEqual([{ isOld: true }])
})

test('another item with the title of an earlier one is new', async () => {
  const briefing = (n: number, day: number) =>
    item(n, { at: daysAgo(day) }).replace(/<title>.*?<\/title>/, '<title>The briefing</title>')
  expect(await readAfter(0, briefing(1, 1), briefing(2, 0.5))).toEqual(['The briefing', 'The briefing'])
  expect(await readAfter(31, briefing(3, 0.5), briefing(2, 31.5))).toEqual(['The briefing'])
})

test('what is remembered of a feed is bounded', async () => {
  for (let request = 0; request < 8; request++)
    await readAfter(0, ...Array.from({ length: 150 }, (_, n) => item(request * 1000 + n)))
  const [remembered] = await database.sql`select cardinality(keys) as keys from private.news_feed_lists`
  expect(remembered).toEqual({ keys: 1000 })
})
