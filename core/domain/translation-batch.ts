import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

/** How many translations of one call are under way at once. */
export const DEFAULT_BATCH_SIZE = 5
export const MAX_BATCH_SIZE = 20

/** How many translations may be queued by one call. */
export const MAX_QUEUED_TRANSLATIONS = 1_000

/** A translation that is asked for, by its original. */
export interface RequestedTranslation {
  articleId: string
  language: TranslatedLanguage
}

/** What translations would take, and cost by the prices of today. */
export interface TranslationEstimate {
  /** That are not in memory. */
  segments: number
  tokens: { input: number; output: number }
  /** Null when the model has no price. */
  cost: number | null
  currency: string
  /** How many were looked at, when not all of them were. */
  sampled: number | null
}

/** What retranslating would do. */
export interface RetranslationPlan {
  found: number
  /** The first few of them. */
  translations: { id: string; language: TranslatedLanguage; title: string }[]
  estimate: TranslationEstimate
}

/** What has become of translations that were asked for, as far as that is known yet. */
export interface RetranslationResult {
  success: boolean
  found: number
  processed: number
  successful: number
  running: number
  results: { id: string; language: TranslatedLanguage; success: boolean; error?: string }[]
}

/** The number in a field, 5 when it is blank; null when it is not a whole number that may be used. */
export function readBatchSize(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return DEFAULT_BATCH_SIZE
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return size >= 1 && size <= MAX_BATCH_SIZE ? size : null
}
