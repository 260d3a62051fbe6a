import type { RouterContextProvider } from 'react-router'
import type { OriginalBeside } from '#app/article/beside-original.server.ts'
import { serverContext } from '#app/context.ts'
import { findPublishedOriginal } from '#core/data/articles.ts'
import type { Article } from '#core/domain/article.ts'

/** The original of a translation, to stand beside it; null when the article is none, or its original is not published. */
export async function findOriginalBeside(
  context: Readonly<RouterContextProvider>,
  article: Pick<Article, 'id' | 'original_article_id'>,
): Promise<OriginalBeside | null> {
  if (!article.original_article_id) return null
  const { supabase, readTranslatedText } = context.get(serverContext)
  const [original, translated] = await Promise.all([
    findPublishedOriginal(supabase, article.original_article_id),
    readTranslatedText(article.id),
  ])
  return original && { ...original, translated }
}
