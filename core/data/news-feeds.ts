import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { NewsFeed } from '#core/domain/news-feed.ts'

export interface ListedFeed extends NewsFeed {
  items: number
}
const REFUSALS = [400, 404, 409, 413, 415, 422, 502, 503, 504]

export async function listNewsFeeds(client: Client): Promise<ListedFeed[]> {
  const { data } = await client.from('news_feeds').select('*').order('outlet').order('id').throwOnError()
  return data.map((feed) => ({ ...feed, items: 0 }))
}
export type FeedChange = Partial<Pick<NewsFeed, 'outlet' | 'language' | 'is_paused'>>

export async function changeNewsFeed(client: Client, id: string, change: FeedChange): Promise<boolean> {
  const { data } = await client.from('news_feeds').update(change).eq('id', id).select('id').throwOnError()
  return data.length > 0
}
export async function removeNewsFeed(client: Client, id: string): Promise<boolean> {
  const { data } = await client.from('news_feeds').delete().eq('id', id).select('id').throwOnError()
  return data.length > 0
}
export type AddedFeed = { feedId: string } | { found: { url: string; title: string }[] }
export const addNewsFeed = (client: Client, address: string): Promise<Answer<AddedFeed>> =>
  callFunction(client, 'add-news-feed', { address }, REFUSALS)
export const requestNewsFeed = (client: Client, feedId: string): Promise<Answer<object>> =>
  callFunction(client, 'request-news-feed', { feedId }, REFUSALS)
export interface FeedImport {
  added: number
  known: number
  refused: { url: string; reason: string }[]
}
export const importNewsFeeds = (client: Client, opml: Blob): Promise<Answer<FeedImport>> =>
  callFunction(client, 'import-news-feeds', opml, REFUSALS)
export async function exportNewsFeeds(client: Client): Promise<string> {
  const { data, error } = await client.functions.invoke<string>('export-news-feeds', { method: 'GET' })
  if (error) throw error
  return data ?? ''
}
