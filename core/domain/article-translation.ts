import type { Row } from '#core/data/database.types.ts'
import type { TranslatedFields } from '#core/domain/article.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

/** The languages into which English originals are translated. */
export type TranslatedLanguage = Exclude<Language, 'en'>

export const TRANSLATED_LANGUAGES: readonly TranslatedLanguage[] = LANGUAGE_CODES.filter(
  (code): code is TranslatedLanguage => code !== DEFAULT_LANGUAGE,
)

/** The author of a text. Corrections by the other one do not change it. */
export type TextOrigin = Row<'article_translations'>['origin']

/** The origin of a translation, and its state relative to the original. */
export type ArticleTranslation = Row<'article_translations'>

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

/** The segment at a place of a translation. */
export type TranslationPart = Row<'translation_parts'>

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
