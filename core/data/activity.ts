import type { Client } from '#core/data/client.ts'
import type { ActivityAnswer, ArticleHistory } from '#core/domain/activity.ts'

/** What colleagues did while the caller was away. */
export async function listActivity(client: Client, { most }: { most: number }): Promise<ActivityAnswer> {
  const { data } = await client.rpc('list_activity', { p_limit: most }).throwOnError()
  return data
}

/** Has what happened until now not told again. */
export async function dismissActivity(client: Client): Promise<void> {
  await client.rpc('dismiss_activity').throwOnError()
}

/** From a moment until before another one; null means any. */
export interface Period {
  from: string | null
  until: string | null
}

/** What happened to an article, the latest first; null when the caller does not read the article. */
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
