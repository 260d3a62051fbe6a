import type { Client } from '#core/data/client.ts'
import { RELATED_COUNT, type RelatedArticle } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

/**
 * Published articles in a language about the same subjects as an article, which may be in another language, the most alike first; then, if
 * there are too few, the newest of its category.
 */
export async function listRelatedArticles(
  client: Client,
  articleId: string,
  language: Language,
): Promise<RelatedArticle[]> {
  const { data } = await client
    .rpc('list_related_articles', {
      p_article_id: articleId,
      p_language: language,
      p_limit: RELATED_COUNT,
    })
    .throwOnError()
  return data
}
