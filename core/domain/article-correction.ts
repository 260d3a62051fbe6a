import type { Language } from '#core/i18n/languages.ts'

export const MAX_CORRECTION_LENGTH = 2000

/** What was wrong in a published article. */
export interface ArticleCorrection {
  id: string
  article_id: string
  corrected_at: string
  text: string
}

/** Of a note of a translation: the note of the original, and what that said; null for a note that was written in its language. */
export interface CorrectionSource {
  source_id: string | null
  source_text: string | null
}

/** With the article that it belongs to, for the page of all corrections. */
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

/** Of a change or a deletion; a form may go on from `replaced` to `updated_at`, as after an addition. */
export type CorrectionChangeAnswer =
  | { status: 'changed' | 'deleted'; replaced: string; updated_at: string }
  | { status: 'gone' }
