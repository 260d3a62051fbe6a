import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

export type TranslationStatus = Row<'translation_runs'>['status']

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
export type TranslationRun = Narrowed<
  Row<'translation_runs'>,
  {
    failures: FailedSegment[]
  }
>

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
