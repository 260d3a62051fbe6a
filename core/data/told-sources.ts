import type { Client } from '#core/data/client.ts'
import type { ToldSources } from '#core/domain/sourced-article.ts'

/** The public facts about the sources of a published article, given any of its versions; null for one without sources. */
export async function findToldSources(client: Client, articleId: string): Promise<ToldSources | null> {
  const { data } = await client.rpc('find_article_sources', { p_article_id: articleId }).throwOnError()
  return data
}

/** The articles among these of which a model wrote the first text. */
export async function listDraftedArticles(client: Client, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { data } = await client.rpc('list_drafted_articles', { p_article_ids: ids }).throwOnError()
  return new Set(data.flatMap(({ article_id }) => article_id ?? []))
}
