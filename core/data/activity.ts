import type { Client } from '#core/data/client.ts'
import type { ActivityAnswer, ArticleHistory } from '#core/domain/activity.ts'

/** The acts of colleagues while the caller was away. */
export async function listActivity(client: Client, { most }: { most: number }): Promise<ActivityAnswer> {
  const { data } = await client.rpc('list_activity', { p_limit: most }).throwOnError()
  return data
}

/** Marks all acts until now as told. */
export async function dismissActivity(client: Client): Promise<void> {
  await client.rpc('dismiss_activity').throwOnError()
}

/** The entries from a moment until before another one; null means any. */
export interface Period {
  from: string | null
  until: string | null
}

/** The history of an article, the latest event first; null when the caller may not read the article. */
export async function listArticleHistory(
  client: Client,
  articleId: string,
  { from, until, most }: Period & { most: number },
): Promise<ArticleHistory | null> {
  const { data } = await client
    .rpc('list_article_history', { p_article_id: articleId, p_from: from, p_until: until, p_limit: most })
    .throwOnError()
  return data
}
