import type { Client } from '#core/data/client.ts'
import type { PageViews, Readership, RecentViews, Referrer } from '#core/domain/readership.ts'

/** Sums over some days; `days` includes today. */
export async function readReadership(client: Client, days: number): Promise<Readership> {
  const { data } = await client.rpc('read_readership', { p_days: days }).throwOnError()
  return data
}

/** Every page that was read in some days, and every referring host, each with the most views first. */
export async function exportReadership(
  client: Client,
  days: number,
): Promise<{ pages: PageViews[]; referrers: Referrer[] }> {
  const { data } = await client.rpc('export_readership', { p_days: days }).throwOnError()
  return data
}

export async function listRecentViews(client: Client): Promise<RecentViews[]> {
  const { data } = await client.rpc('list_recent_views').throwOnError()
  return data
}

/** Views of the last 30 days by article; articles that nobody read are missing. */
export async function countArticleViews(
  client: Client,
  articleIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { data } = await client.rpc('count_article_views', { p_article_ids: [...articleIds] }).throwOnError()
  return new Map(data.map(({ article_id, views }) => [article_id, views]))
}
