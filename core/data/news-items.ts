import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { FoundItem, NewsText, SourceTextInput } from '#core/domain/news-item.ts'

/** The statuses with which the server refuses what is not possible in the present state. */
const REFUSALS = [400, 404, 409, 413, 415, 422, 502, 503, 504]

/** Adds the page at an address, as an item of the newsroom. */
export const addSourceAddress = (client: Client, address: string): Promise<Answer<{ itemId: string }>> =>
  callFunction(client, 'add-source-address', { address }, REFUSALS)

/** Adds a text that somebody has sent or typed, with its origin. */
export const addSourceText = (client: Client, text: SourceTextInput): Promise<Answer<{ itemId: string }>> =>
  callFunction(client, 'add-source-text', text, REFUSALS)

/** The text of an item, which is downloaded when it is not stored. */
export const openNewsItem = (
  client: Client,
  itemId: string,
): Promise<Answer<NewsText & { itemId: string }>> =>
  callFunction(client, 'open-news-item', { itemId }, REFUSALS)

/** The group of an item; null when it is in none. */
export async function findGroupOf(client: Client, itemId: string): Promise<string | null> {
  const { data } = await client
    .from('news_items')
    .select('group_id')
    .eq('id', itemId)
    .maybeSingle()
    .throwOnError()
  return data?.group_id ?? null
}

const MAX_FOUND = 20

/** Items of the newsroom with these words in their titles or outlets, the newest first; without words, those of a story. */
export async function searchNewsItems(
  client: Client,
  { search, groupId }: { search: string; groupId: string | null },
): Promise<FoundItem[]> {
  if (search !== '') return (await client.rpc('search_news_items', { p_search: search }).throwOnError()).data
  if (groupId === null) return []
  const { data } = await client
    .from('news_items')
    .select('id, title, outlet, published_at, group_id')
    .eq('group_id', groupId)
    .order('published_at', { ascending: false })
    .limit(MAX_FOUND)
    .throwOnError()
  return data
}
