import type { Client } from '#core/data/client.ts'
import type { NewsItem } from '#core/domain/news-item.ts'

export type FoundItem = Pick<NewsItem, 'id' | 'title' | 'outlet' | 'published_at' | 'group_id'>

const MAX_FOUND = 20

/** Items of the newsroom with these words in their titles, the newest first; without words, those of a story. */
export async function searchNewsItems(
  client: Client,
  { search, groupId }: { search: string; groupId: string | null },
): Promise<FoundItem[]> {
  const query = client.from('news_items').select('id, title, outlet, published_at, group_id')
  if (search === '' && groupId === null) return []
  const asked =
    search === ''
      ? query.eq('group_id', groupId ?? '')
      : query.ilike('title', `%${search.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`)
  const { data } = await asked.order('published_at', { ascending: false }).limit(MAX_FOUND).throwOnError()
  return data
}
