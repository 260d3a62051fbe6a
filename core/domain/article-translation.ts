import type { TranslatedFields } from '#core/domain/article.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The languages into which English originals are translated. */
export type TranslatedLanguage = Exclude<Language, 'en'>

export const TRANSLATED_LANGUAGES: readonly TranslatedLanguage[] = LANGUAGE_CODES.filter(
  (code): code is TranslatedLanguage => code !== DEFAULT_LANGUAGE,
)

/** Who wrote a text. What is only corrected by the other stays with its first author. */
export type TextOrigin = 'machine' | 'person'

/** How a translation was made, and whether it still says what the original says. */
export interface ArticleTranslation {
  translation_id: string
  original_id: string
  language: TranslatedLanguage
  /** The revision of the original from which it was made; null when that is not known. */
  source_revision: number | null
  origin: TextOrigin
  model: string | null
  translated_at: string
  reviewed_at: string | null
  /** Since when the original says something else. */
  stale_since: string | null
  /** In how many segments it does; null until they are counted. */
  changed_segments: number | null
  /** When the original was corrected after this was made. */
  corrected_at: string | null
}

/** What readers are told of how a translation was made. */
export type TranslationFacts = Pick<
  ArticleTranslation,
  'origin' | 'translated_at' | 'reviewed_at' | 'corrected_at'
>

/** The same with the published original. */
export type TranslationWithOriginal = TranslationFacts & { original: { slug: string } | null }

/** When a person has reviewed the whole text; null when a part of it has been translated since. */
export function reviewTimeOf({
  translated_at,
  reviewed_at,
}: Pick<TranslationFacts, 'translated_at' | 'reviewed_at'>): string | null {
  return reviewed_at !== null && Date.parse(reviewed_at) >= Date.parse(translated_at) ? reviewed_at : null
}

/** A text and its translation, as they are remembered. */
export interface TranslationSegment {
  id: number
  language: TranslatedLanguage
  source_hash: string
  context: string
  source: string
  text: string
  origin: TextOrigin
  model: string | null
  article_id: string | null
  made_at: string
  made_by: string | null
}

/** Which segment stands at a place of a translation. */
export interface TranslationPart {
  translation_id: string
  position: number
  segment_id: number
  /** What the model makes of a source that has changed since a person wrote the text. */
  proposed_id: number | null
  approved_at: string | null
  approved_by: string | null
}

/** What replaces the text of a published translation once it has been reviewed. */
export interface PendingTranslation extends TranslatedFields {
  translation_id: string
  original_id: string
  language: TranslatedLanguage
  source_revision: number | null
  /** The `updated_at` of the version of the translation that it replaces. */
  replaces: string
  origin: TextOrigin
  model: string | null
  /** In the order of their positions. */
  parts: PendingPart[]
  /** Of the corrections that it contains. */
  corrected_at: string | null
  made_at: string
}

export type PendingPart = Omit<TranslationPart, 'translation_id' | 'position'>
