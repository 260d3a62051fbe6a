import type { Language } from '#core/i18n/languages.ts'

/** The languages into which English originals are translated. */
export type TranslatedLanguage = Exclude<Language, 'en'>

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
