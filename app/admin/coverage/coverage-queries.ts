import { deskQuery } from '#app/admin/query/desk-query.ts'
import { type CoverageOptions, listTranslationCoverage } from '#core/data/translation-coverage.ts'
import { listTranslationsToReview, type ToReviewOptions } from '#core/data/translation-review.ts'
import { countRunsUnderWay, followBatch } from '#core/data/translation-runs.ts'

export const COVERAGE_KEY = ['coverage']

/** What the state of a translation depends on. */
const LIVE = {
  live: [
    'articles',
    'article_translations',
    'pending_translations',
    'translation_reports',
    'translation_runs',
  ],
  refuses: true,
} as const

export const coverageQuery = (options: CoverageOptions) =>
  deskQuery([...COVERAGE_KEY, 'matrix', options], (client) => listTranslationCoverage(client, options), LIVE)

export const toReviewQuery = (options: ToReviewOptions) =>
  deskQuery(
    [...COVERAGE_KEY, 'to-review', options],
    (client) => listTranslationsToReview(client, options),
    LIVE,
  )

const RUNS = { live: ['translation_runs'] } as const

export const runsUnderWayQuery = deskQuery([...COVERAGE_KEY, 'runs'], countRunsUnderWay, RUNS)

export const batchQuery = (requestedAt: string) =>
  deskQuery([...COVERAGE_KEY, 'batch', requestedAt], (client) => followBatch(client, requestedAt), RUNS)
