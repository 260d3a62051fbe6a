import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { FeedFailure, NewsFeed } from '#core/domain/news-feed.ts'

/** All feeds that the newsroom reads, by outlet. */
export async function listNewsFeeds(client: Client): Promise<NewsFeed[]> {
  const { data } = await client.from('news_feeds').select('*').order('outlet').order('url').throwOnError()
  return data
}

/** Changes what an editor says of a feed. */
export async function changeNewsFeed(
  client: Client,
  id: string,
  change: Partial<Pick<NewsFeed, 'outlet' | 'language' | 'is_paused'>>,
): Promise<void> {
  await client.from('news_feeds').update(change).eq('id', id).throwOnError()
}

/** Removes a feed; its items stay for their thirty days. */
export async function removeNewsFeed(client: Client, id: string): Promise<void> {
  await client.from('news_feeds').delete().eq('id', id).throwOnError()
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
