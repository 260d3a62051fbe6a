import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import type { NewsText } from '#core/domain/news-item.ts'
import type { SourceTextInput } from '#core/domain/news-item-input.ts'

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
