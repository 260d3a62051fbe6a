import type { Client } from '#core/data/client.ts'
import type { ArticleRecord } from '#core/domain/article-record.ts'

/** The record of an article in all its languages, whichever version is asked for; null when there is none. */
export async function findArticleRecord(client: Client, articleId: string): Promise<ArticleRecord | null> {
  const { data } = await client.rpc('export_article_record', { p_article_id: articleId }).throwOnError()
  return data
}
