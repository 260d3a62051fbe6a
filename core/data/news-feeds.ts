import { type Answer, callFunction, refusalOf } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { FeedFailure, NewsFeed } from '#core/domain/news-feed.ts'

export interface ListedFeed extends NewsFeed {
  /** What it has brought in the last 24 hours. */
  items: number
}

/** All feeds that the newsroom reads, by outlet. */
export async function listNewsFeeds(client: Client): Promise<ListedFeed[]> {
  const [{ data: feeds }, { data: counts }] = await Promise.all([
    client.from('news_feeds').select('*').order('outlet').order('url').throwOnError(),
    client.rpc('count_feed_items').throwOnError(),
  ])
  const itemsOf = new Map(counts.map(({ feed_id, items }) => [feed_id, items]))
  return feeds.map((feed) => ({ ...feed, items: itemsOf.get(feed.id) ?? 0 }))
}

export type FeedChange = Partial<Pick<NewsFeed, 'outlet' | 'language' | 'is_paused'>>

/** Changes what an editor says of a feed; false when it is gone. */
export async function changeNewsFeed(client: Client, id: string, change: FeedChange): Promise<boolean> {
  const { data } = await client.from('news_feeds').update(change).eq('id', id).select('id').throwOnError()
  return data.length > 0
}

/** Removes a feed; its items stay for their thirty days. False when it is gone already. */
export async function removeNewsFeed(client: Client, id: string): Promise<boolean> {
  const { data } = await client.from('news_feeds').delete().eq('id', id).select('id').throwOnError()
  return data.length > 0
}

export type AddedFeed = { feedId: string } | { found: { url: string; title: string }[] }

/** Adds the feed at an address, or finds those of a page. */
export const addNewsFeed = (client: Client, address: string): Promise<Answer<AddedFeed>> =>
  callFunction(client, 'add-news-feed', { address }, [400, 404, 409, 422])

/** Asks a feed now. */
export const requestNewsFeed = (
  client: Client,
  feedId: string,
): Promise<Answer<{ added: number; failure: FeedFailure | null; detail: string }>> =>
  callFunction(client, 'request-news-feed', { feedId }, [404, 409])

export interface FeedImport {
  added: number
  known: number
  refused: { url: string; reason: string }[]
}

/** Adds the feeds of a list in OPML. */
export async function importNewsFeeds(client: Client, opml: Blob): Promise<Answer<FeedImport>> {
  const { data, error } = await client.functions.invoke<FeedImport>('import-news-feeds', {
    body: opml,
    headers: { 'content-type': 'text/x-opml' },
  })
  if (data) return { status: 'answered', data }
  const refusal = await refusalOf(error, [400, 409, 413, 415])
  if (refusal) return { status: 'refused', message: refusal.error }
  throw error
}

/** All feeds as a list in OPML. */
export async function exportNewsFeeds(client: Client): Promise<string> {
  const { data, error } = await client.functions.invoke<Blob | string>('export-news-feeds', { method: 'GET' })
  if (error) throw error
  return typeof data === 'string' ? data : ((await data?.text()) ?? '')
}
