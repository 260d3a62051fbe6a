import type { Article } from '#core/domain/article.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TranslationStatus } from '#core/domain/translation-run.ts'

/**
 * In which state an article is in a language. `waiting` is for a review, `stale` for what the original says now, and `unread` is what
 * readers have of a model without a person having read a block of it.
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

/** What a run changes for the better. */
export const UNFINISHED_STATES = ['missing', 'failed', 'stale'] as const satisfies CoverageState[]

/** An article in one language. */
export interface CoverageCell {
  language: TranslatedLanguage
  state: CoverageState
  /** Null while there is no translation. */
  translation_id: string | null
  published: boolean
  /** In how many segments the original says something else; null when it does not, or until they are counted. */
  changed_segments: number | null
  /** When a person has reviewed the whole text as it is. */
  reviewed_at: string | null
  /** Whether readers wait for a review of it. */
  waits: boolean
  /** In how many segments a person and a model want something else. */
  conflicts: number
  /** In how many segments the checks have refused the answers of a model. */
  refused: number
  /** How many sentences readers have reported. */
  reports: number
  /** Of the run that is under way; null when there is none. */
  run_status: Extract<TranslationStatus, 'queued' | 'running' | 'paused'> | null
  /** Why the last run failed, or why the present one is paused or waits. */
  reason: string | null
  segments: number | null
  segments_done: number | null
}

/** An English original with its state in each language. */
export interface CoveredArticle
  extends Pick<Article, 'id' | 'slug' | 'title' | 'category' | 'published' | 'publish_date'> {
  /** In the order of their codes. */
  cells: CoverageCell[]
}
