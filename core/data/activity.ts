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

/** What happened to an article, the latest first, before an entry; null when the caller does not read the article. */
export async function listArticleHistory(
  client: Client,
  articleId: string,
  { before, most }: { before: number | null; most: number },
): Promise<ArticleHistory | null> {
  const { data } = await client
    .rpc('list_article_history', { p_article_id: articleId, p_before: before, p_limit: most })
    .throwOnError()
  return data
}
