import type { OriginalBeside } from '#app/article/beside-original.server.tsx'
import type { ServerContext } from '#app/context.ts'
import { findPublishedOriginal } from '#core/data/articles.ts'
import type { Article } from '#core/domain/article.ts'

/** The original of a translation, to be shown beside it; null if the article is not one, or its original is not published. */
export async function findOriginalBeside(
  { supabase, readTranslatedText }: ServerContext,
  article: Pick<Article, 'id' | 'original_article_id'>,
): Promise<OriginalBeside | null> {
  if (!article.original_article_id) return null
  const [original, translated] = await Promise.all([
    findPublishedOriginal(supabase, article.original_article_id),
    readTranslatedText(article.id),
  ])
  return original && { ...original, translated }
}
