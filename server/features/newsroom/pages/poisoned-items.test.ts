import { afterAll, afterEach, expect, test } from 'vitest'
import { addSourcedDraft, HARBOUR } from '#server/features/judging/testing/sourced-articles.ts'
import { openDrafting } from '#server/features/newsroom/testing/open-drafting.ts'
import { runDueFeeds } from '#server/features/newsroom/testing/run-due-feeds.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { startPublisher } from '../../../../tests/support/publisher.ts'

const { sql, model, call, stop } = await openDrafting()
const [harbour, stranger] = [await startPublisher(), await startPublisher()]
afterAll(stop)
afterEach(async () => {
  harbour.clear()
  stranger.clear()
  model.behave()
  model.calls.length = 0
  await emptyTables(
    sql,
    'public.articles, public.sourced_articles, public.news_feeds, public.news_groups, public.news_items, private.draft_requests, private.rate_limits',
  )
})

const PAGE = `<!doctype html><html lang="en"><head><title>Cranes for Lindahl</title><meta property="og:site_name" content="Harbour News">
  <meta property="article:published_time" content="2026-11-20T08:00:00Z"></head>
  <body><article>${HARBOUR.map((text) => `<p>${text}</p>`).join('')}</article></body></html>`
const address = `${harbour.url}/cranes`
const OWN = { title: 'Cranes for Lindahl', outlet: 'Harbour News', at: '2026-11-20T08:00:00+00:00' }
const FOREIGN = { title: 'Lindahl is bankrupt', outlet: 'Harbour Daily', at: '2026-11-24T00:00:00+00:00' }

/** Has the feed of a server list the page, and returns the id of its item. */
async function listAt(publisher: typeof harbour, link = address): Promise<string> {
  harbour.serve('/cranes', PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  await readFeed(publisher, FOREIGN.title, link)
  const [item] = await sql<[{ id: string }]>`select id from public.news_items`
  return item.id
}
async function readFeed(publisher: typeof harbour, title: string, link = address): Promise<void> {
  publisher.serve(
    '/feed',
    `<rss version="2.0"><channel><item><title>${title}</title><link>${link}</link><description>${title}.</description>
      <pubDate>Tue, 24 Nov 2026 00:00:00 GMT</pubDate></item></channel></rss>`,
  )
  await sql`
    insert into public.news_feeds (url, outlet) values (${`${publisher.url}/feed`}, 'Harbour Daily')
    on conflict (url) do update set next_request_at = now()`
  await runDueFeeds(sql)
}
const itemSays = async () =>
  (await sql`select title, outlet, to_json(published_at) #>> '{}' as at from public.news_items`)[0]

test('a page that the feed of another site lists has its own title, outlet and time once it is read', async () => {
  const id = await listAt(stranger)
  expect(await itemSays()).toEqual(FOREIGN)
  expect((await call('add-source-address', { address })).body).toEqual({ itemId: id })
  const articleId = await addSourcedDraft(sql)
  expect((await call('add-article-sources', { articleId, itemIds: [id] })).body).toEqual({ numbers: [2] })
  expect(
    await sql`select title, outlet, to_json(published_at) #>> '{}' as at from public.article_sources where item_id = ${id}`,
  ).toEqual([OWN])
})

test('the feed does not take them back, and the story has them', async () => {
  const id = await listAt(stranger)
  await call('open-news-item', { itemId: id })
  await readFeed(stranger, 'Lindahl is sold')
  expect(await sql`select title, outlet, excerpt from public.news_items`).toEqual([
    { title: OWN.title, outlet: OWN.outlet, excerpt: expect.stringMatching(/^The port of Lindahl will buy/) },
  ])
  expect(await sql`select headline, outlets from public.news_groups`).toEqual([
    { headline: OWN.title, outlets: [OWN.outlet] },
  ])
})

test('the model is told of the outlet of the page', async () => {
  const id = await listAt(stranger)
  await call('draft-article', { itemIds: [id], length: 'short', category: 'news' })
  expect(model.calls[0]?.input).toMatchObject({ sources: [{ outlet: 'Harbour News', published: OWN.at }] })
})

test.each([
  ['a feed that was removed', () => sql`delete from public.news_feeds`],
  [
    'a feed whose address ends like that of the page',
    () => sql`update public.news_feeds set url = ${address.replace('127', '27')}`,
  ],
])('of %s nothing is kept either', async (_, change) => {
  const id = await listAt(harbour)
  await change()
  await call('open-news-item', { itemId: id })
  expect(await itemSays()).toEqual(OWN)
})

test('what leads to a page of another site has the words of that page', async () => {
  stranger.serve('/to', '', { status: 302, headers: { location: address } })
  const id = await listAt(stranger, `${stranger.url}/to`)
  await call('open-news-item', { itemId: id })
  expect(await itemSays()).toEqual(OWN)
})

test('the feed of the site itself is believed', async () => {
  const id = await listAt(harbour)
  await call('open-news-item', { itemId: id })
  expect(await itemSays()).toEqual(FOREIGN)
})
