import type { Client } from '#core/data/client.ts'
import type { PageViews, Readership, RecentViews, Referrer } from '#core/domain/readership.ts'

/** Some days in sums; `days` includes today. */
export async function readReadership(client: Client, days: number): Promise<Readership> {
  const { data } = await client.rpc('read_readership', { p_days: days }).throwOnError()
  return data
}

/** Every page that was read in some days, the most read first. */
export async function listPageViews(client: Client, days: number): Promise<PageViews[]> {
  const rows = await readInParts((from, to) =>
    client
      .rpc('list_page_views', { p_days: days })
      .order('path')
      .order('language')
      .range(from, to)
      .throwOnError(),
  )
  return rows.toSorted((a, b) => b.views - a.views)
}

/** Every host that led here in some days, the most frequent first. */
export async function listReferrers(client: Client, days: number): Promise<Referrer[]> {
  const rows = await readInParts((from, to) =>
    client.rpc('list_referrers', { p_days: days }).order('host').range(from, to).throwOnError(),
  )
  return rows.toSorted((a, b) => b.views - a.views)
}

/** The most rows that one response has. */
const PART = 1_000

/** All rows of a query whose order does not change while views are counted. */
async function readInParts<Row>(
  read: (from: number, to: number) => PromiseLike<{ data: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const { data } = await read(rows.length, rows.length + PART - 1)
    rows.push(...data)
    if (data.length < PART) return rows
  }
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
