import type { Article } from '#core/domain/article.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationStatus } from '#core/domain/translation-run.ts'

/**
 * The state of an article in a language. `waiting` is for a review, `stale` is older than its original, and `unread` was published by a
 * model without a person having read a block of it.
 */
export const COVERAGE_STATES = [
  'missing',
  'under-way',
  'failed',
  'stale',
  'waiting',
  'unread',
  'reviewed',
  'up-to-date',
] as const

export type CoverageState = (typeof COVERAGE_STATES)[number]

/** The states that a run improves. */
export const UNFINISHED_STATES = ['missing', 'failed', 'stale'] as const satisfies CoverageState[]

/** An article in one language. */
export interface CoverageCell {
  language: TranslatedLanguage
  state: CoverageState
  /** Null while there is no translation. */
  translation_id: string | null
  published: boolean
  /** The number of segments in which the original says something else; null when it does not, or until they are counted. */
  changed_segments: number | null
  /** The time at which a person has reviewed the whole text as it is. */
  reviewed_at: string | null
  /** True if readers get it only after a review. */
  waits: boolean
  /** The number of segments in which a person and a model want something else. */
  conflicts: number
  /** The number of segments for which the checks have refused the answers of a model. */
  refused: number
  /** The number of sentences that readers have reported. */
  reports: number
  /** The status of the active run; null when there is none. */
  run_status: Extract<TranslationStatus, 'queued' | 'running' | 'paused'> | null
  /** The reason why the last run failed, or the present one is paused or waits. */
  reason: string | null
  segments: number | null
  segments_done: number | null
}

/** An English original with its state in each language. */
export interface CoveredArticle
  extends Pick<Article, 'id' | 'slug' | 'title' | 'category' | 'published' | 'publish_date'> {
  /** One cell for each language, in the order of their codes. */
  cells: CoverageCell[]
}

/** The numbers that show what switching off a language affects. */
export interface LanguageFigures {
  /** Published articles in it. */
  published: number
  drafts: number
  /** Translations into it that are under way. */
  under_way: number
  /** Subscribers who get the newsletter in it. */
  subscribers: number
  /** Editions of newsletters that are not sent yet. */
  editions: number
}
