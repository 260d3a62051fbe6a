import type { Client } from '#core/data/client.ts'
import type { FoundItem } from '#core/domain/news-item.ts'

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
