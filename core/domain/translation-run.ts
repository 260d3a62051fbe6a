import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

export type TranslationStatus = 'queued' | 'running' | 'paused' | 'succeeded' | 'failed' | 'cancelled'

/** A segment for which no translation passed the checks. */
export interface FailedSegment {
  segment: string
  kind: string
  source: string
  /** The last answer of the model; empty when it did not answer. */
  text: string
  /** Its problems, each a sentence for editors. */
  problems: string[]
}

/** The state of the translation of one article into one language. */
export interface TranslationRun {
  id: string
  /** The English original. */
  article_id: string
  language: TranslatedLanguage
  status: TranslationStatus
  /** True if every segment is translated again, also those that have not changed. */
  renews_all: boolean
  /** 1, or 2 when it is tried again after a failure. */
  attempt: number
  requested_at: string
  requested_by: string | null
  started_at: string | null
  ended_at: string | null
  segments: number
  segments_done: number
  /** The number of completed segments that came from the translation memory. */
  segments_reused: number
  input_tokens: number
  output_tokens: number
  model: string | null
  /** The reason why it failed or is paused, as a sentence for editors. */
  reason: string | null
  failures: FailedSegment[]
}

/** A run without the texts that failed, of which there may be many. */
export type RunState = Omit<TranslationRun, 'failures'>

/** A paused run has not ended. */
export const hasEnded = ({ status }: Pick<TranslationRun, 'status'>): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled'

/** The request of the function translate-article. */
export interface TranslationRequest {
  articleId: string
  targetLanguages: TranslatedLanguage[]
  /** True for only those languages whose last translation failed. */
  retryFailed?: boolean
  renewAll?: boolean
}

export interface NamedLanguage {
  language: TranslatedLanguage
  languageName: string
}

/** The answer of translate-article when all is done, or after a while with the results so far. */
export interface TranslationAnswer {
  success: boolean
  results: {
    successful: NamedLanguage[]
    failed: (NamedLanguage & { error: string })[]
    running: NamedLanguage[]
    total: number
  }
  summary: { message: string }
}
