import type { Client } from '#core/data/client.ts'
import type { Page, PageOptions } from '#core/data/read-page.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationToReview } from '#core/domain/translation-to-review.ts'

export interface ToReviewOptions extends PageOptions {
  /** Null means all languages. */
  language: TranslatedLanguage | null
}

/**
 * A page of the translations that wait for a person, the longest waiting first.
 * @throws with code 42501 for who is no administrator
 */
export async function listTranslationsToReview(
  client: Client,
  { language, page, pageSize }: ToReviewOptions,
): Promise<Page<TranslationToReview>> {
  const { data } = await client
    .rpc('list_translations_to_review', {
      p_language: language,
      p_offset: (page - 1) * pageSize,
      p_limit: pageSize,
    })
    .throwOnError()
  return data
}

/** The translation that has waited longest, in this language or in any, and of another article than that; null when nothing waits. */
export async function findNextToReview(
  client: Client,
  { language, exceptOriginalId }: { language: TranslatedLanguage | null; exceptOriginalId: string | null },
): Promise<Pick<TranslationToReview, 'original_id' | 'language'> | null> {
  const { data } = await client
    .rpc('list_translations_to_review', {
      p_language: language,
      p_except_original: exceptOriginalId,
      p_limit: 1,
    })
    .throwOnError()
  const [next] = data.rows
  return next ? { original_id: next.original_id, language: next.language } : null
}
