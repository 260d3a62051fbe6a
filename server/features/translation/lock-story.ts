import type { TranslatedFields } from '#core/domain/article.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { translatedColumns } from '#server/features/translation/translated-columns.ts'
import type { Session } from '#server/platform/database/connection.ts'

export interface LockedOriginal extends TranslatedFields {
  slug: string
  category: string
  author: string
  hero_image: string | null
  publish_date: string
  published: boolean
}

/** A translation as readers have it, or will have it when it is published. */
export interface LockedTranslation extends TranslatedFields {
  id: string
  /** As the database writes it, with microseconds. */
  updatedAt: string
  published: boolean
}

export interface LockedStory {
  articleId: string
  language: TranslatedLanguage
  original: LockedOriginal
  translation: LockedTranslation | null
}

/**
 * Locks an original and its translation before that is stored, until the end of the transaction. The original is shared, so that other
 * languages are stored at the same time, while nobody saves it. Null when it is gone, or is no English original any more.
 */
export async function lockStory(
  sql: Session,
  { articleId, language }: { articleId: string; language: TranslatedLanguage },
): Promise<LockedStory | null> {
  const [original] = await sql<LockedOriginal[]>`
    select ${translatedColumns()}, slug, category, author, hero_image, publish_date::text, published
    from public.articles where id = ${articleId} and language = 'en' and original_article_id is null for share`
  if (!original) return null
  const [translation] = await sql<LockedTranslation[]>`
    select id, updated_at::text as "updatedAt", published, ${translatedColumns()} from public.articles
    where original_article_id = ${articleId} and language = ${language} for update`
  return { articleId, language, original, translation: translation ?? null }
}
