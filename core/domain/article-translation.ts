import type { TranslatedFields } from '#core/domain/article.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The languages into which English originals are translated. */
export type TranslatedLanguage = Exclude<Language, 'en'>

export const TRANSLATED_LANGUAGES: readonly TranslatedLanguage[] = LANGUAGE_CODES.filter(
  (code): code is TranslatedLanguage => code !== DEFAULT_LANGUAGE,
)

/** The author of a text. Corrections by the other one do not change it. */
export type TextOrigin = 'machine' | 'person'

/** The origin of a translation, and its state relative to the original. */
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
  /** The moment since which the original says something else. */
  stale_since: string | null
  /** The number of segments that differ from the original; null until they are counted. */
  changed_segments: number | null
  /** The moment at which the original was corrected after this was made. */
  corrected_at: string | null
}

/** The facts about a translation that readers see. */
export type TranslationFacts = Pick<
  ArticleTranslation,
  'origin' | 'translated_at' | 'reviewed_at' | 'corrected_at'
>

/** The facts about a translation, with its published original. */
export type TranslationWithOriginal = TranslationFacts & { original: { slug: string } | null }

/** The moment at which a person has reviewed the whole text; null when a part of it has been translated since. */
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

/** The segment at a place of a translation. */
export interface TranslationPart {
  translation_id: string
  position: number
  segment_id: number
  /** The new translation by the model of a source that has changed since a person wrote the text. */
  proposed_id: number | null
  approved_at: string | null
  approved_by: string | null
}

/** The text that replaces a published translation once it has been reviewed. */
export interface PendingTranslation extends TranslatedFields {
  translation_id: string
  original_id: string
  language: TranslatedLanguage
  source_revision: number | null
  /** The `updated_at` of the version of the translation that it replaces. */
  replaces: string
  origin: TextOrigin
  model: string | null
  /** The parts in the order of their positions. */
  parts: PendingPart[]
  /** The time of the corrections that it contains. */
  corrected_at: string | null
  made_at: string
}

export type PendingPart = Omit<TranslationPart, 'translation_id' | 'position'>
