import type { Language } from '#core/i18n/languages.ts'

export const MAX_CORRECTION_LENGTH = 2000

/** A correction of a published article, as its readers see it. */
export interface ArticleCorrection {
  id: string
  article_id: string
  corrected_at: string
  text: string
}

/** The source of a translated note: the note of the original, and its text then; null for a note that was written in its language. */
export interface CorrectionSource {
  source_id: string | null
  source_text: string | null
}

/** A correction with its article, for the page of all corrections. */
export type PublishedCorrection = ArticleCorrection & {
  language: Language
  slug: string
  title: string
  original_article_id: string | null
}

export type CorrectionAnswer =
  /** A form that began with the version `replaced` may go on from `updated_at`. */
  | { status: 'added'; id: string; corrected_at: string; replaced: string; updated_at: string }
  | { status: 'gone' | 'not_published' | 'too_many' }

/** The answer to a change or a deletion; a form may go on from `replaced` to `updated_at`, as after an addition. */
export type CorrectionChangeAnswer =
  | { status: 'changed' | 'deleted'; replaced: string; updated_at: string }
  | { status: 'gone' }
