import type { Client } from '#core/data/client.ts'
import type { ArticleRecord } from '#core/domain/article-record.ts'

/** The record of an article in all its languages, whichever version is asked for; null when there is none. */
export async function findArticleRecord(client: Client, articleId: string): Promise<ArticleRecord | null> {
  const { data } = await client.rpc('export_article_record', { p_article_id: articleId }).throwOnError()
  return data
}

/** The record as a file for others, with the address of the site. @throws when the caller is not allowed to, or the request failed */
export async function exportArticleRecord(
  client: Client,
  articleId: string,
): Promise<ArticleRecord & { site: string }> {
  const { data, error } = await client.functions.invoke<ArticleRecord & { site: string }>(
    `export-article-record?${new URLSearchParams({ articleId })}`,
    { method: 'GET' },
  )
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}
