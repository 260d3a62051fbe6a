import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

/** A translation that waits for a person, and what for. */
export interface TranslationToReview {
  translation_id: string
  original_id: string
  language: TranslatedLanguage
  title: string
  published: boolean
  original_title: string
  /** Since when it waits; of several reasons since the first. */
  since: string
  /** Its text has been renewed, and readers still have the one before. */
  is_renewed: boolean
  /** It is new, and nobody reads it before it has been reviewed. */
  is_unpublished: boolean
  /** In how many segments a person and a model want something else. */
  conflicts: number
  /** How many sentences readers have reported. */
  reports: number
}
