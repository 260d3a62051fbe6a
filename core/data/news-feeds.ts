import { type Answer, callFunction, refusalOf } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { FeedFailure, NewsFeed } from '#core/domain/news-feed.ts'

const REFUSALS = [400, 404, 409, 413, 415, 422, 429]

/** All feeds that the newsroom reads, by outlet. */
export async function listNewsFeeds(client: Client): Promise<NewsFeed[]> {
  const { data } = await client.from('news_feeds').select('*').order('outlet').order('id').throwOnError()
  return data
}

export type FeedChange = Partial<Pick<NewsFeed, 'outlet' | 'language' | 'is_paused'>>

/** Changes an editor's settings of a feed. Returns true if it still exists. */
export async function changeNewsFeed(client: Client, id: string, change: FeedChange): Promise<boolean> {
  const { data } = await client.from('news_feeds').update(change).eq('id', id).select('id').throwOnError()
  return data.length > 0
}

/** Removes a feed; its items stay for their thirty days. Returns true if it still existed. */
export async function removeNewsFeed(client: Client, id: string): Promise<boolean> {
  const { data } = await client.from('news_feeds').delete().eq('id', id).select('id').throwOnError()
  return data.length > 0
}

export type AddedFeed = { feedId: string } | { found: { url: string; title: string }[] }

/** Adds the feed at an address, or finds those of a page. */
export const addNewsFeed = (client: Client, address: string): Promise<Answer<AddedFeed>> =>
  callFunction(client, 'add-news-feed', { address }, REFUSALS)

/** The result of a request to a feed, or the reason for its failure. */
export interface FeedRequest {
  added: number
  failure: FeedFailure | null
  detail: string
}

/** Requests a feed now. */
export const requestNewsFeed = (client: Client, feedId: string): Promise<Answer<FeedRequest>> =>
  callFunction(client, 'request-news-feed', { feedId }, REFUSALS)

export interface FeedImport {
  added: number
  /** Feeds that were there before. */
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
  const refusal = await refusalOf(error, REFUSALS)
  if (refusal) return { status: 'refused', message: refusal.error }
  throw error ?? new TypeError('The function has returned nothing')
}

/** All feeds as a list in OPML. */
export async function exportNewsFeeds(client: Client): Promise<string> {
  const { data, error } = await client.functions.invoke<string>('export-news-feeds', { method: 'GET' })
  if (error) throw error
  return data ?? ''
}
