import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, reviewPath, TRANSLATIONS_PATH } from '#app/admin/kit/paths.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { type CoverageOptions, listTranslationCoverage } from '#core/data/translation-coverage.ts'
import { countRunsUnderWay, followBatch } from '#core/data/translation-runs.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import { isCategorySlug } from '#core/domain/shipped-sections.ts'
import {
  COVERAGE_STATES,
  type CoverageCell,
  type CoverageState,
  type CoveredArticle,
  UNFINISHED_STATES,
} from '#core/domain/translation-coverage.ts'

export type CoverageSort = 'publish_date'
export type CoverageFilter = 'state' | 'language' | 'age' | 'category'

/** The filter for all states that a run would change. */
const UNFINISHED = 'unfinished'
/** A value of the age filter: unpublished articles. */
const DRAFTS = 'drafts'

export const LANGUAGE_OPTIONS = TRANSLATED_LANGUAGES.map((code) => [code, languageName(code)] as const)

export const STATE_NAMES: Record<CoverageState, string> = {
  missing: t('coverage.state.missing'),
  'under-way': t('coverage.state.underWay'),
  failed: t('coverage.state.failed'),
  stale: t('coverage.state.stale'),
  waiting: t('coverage.state.waiting'),
  unread: t('coverage.state.unread'),
  reviewed: t('coverage.state.reviewed'),
  'up-to-date': t('coverage.state.upToDate'),
}

export const STATE_OPTIONS: (readonly [string, string])[] = [
  [UNFINISHED, t('coverage.state.unfinished')],
  ...COVERAGE_STATES.map((state) => [state, STATE_NAMES[state]] as const),
]

export const AGE_OPTIONS = [
  ['7', t('coverage.age.days', { count: 7 })],
  ['30', t('coverage.age.days', { count: 30 })],
  ['90', t('coverage.age.days', { count: 90 })],
  [DRAFTS, t('coverage.age.drafts')],
] as const

export const COVERAGE_TABLE: TableSpec<CoverageSort, CoverageFilter> = {
  sorts: ['publish_date'],
  defaultSort: { by: 'publish_date', descending: true },
  filters: {
    state: STATE_OPTIONS.map(([value]) => value),
    language: TRANSLATED_LANGUAGES,
    age: AGE_OPTIONS.map(([value]) => value),
    category: isCategorySlug,
  },
  pageSize: 25,
}

/** The query for an address of the matrix. */
export function coverageOptions({
  search,
  sort,
  filters,
  page,
}: TableAddress<CoverageSort, CoverageFilter>): CoverageOptions {
  const { state, language, age, category } = filters
  return {
    search,
    page,
    pageSize: COVERAGE_TABLE.pageSize,
    descending: sort.descending,
    category,
    language: language as TranslatedLanguage | null,
    published: age !== DRAFTS,
    days: age === null || age === DRAFTS ? null : Number(age),
    states: state === null ? null : state === UNFINISHED ? UNFINISHED_STATES : [state as CoverageState],
  }
}

export const COVERAGE_KEY = ['coverage']

/** The tables on which the state of a translation depends. */
export const COVERAGE_LIVE = {
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
  deskQuery(
    [...COVERAGE_KEY, 'matrix', options],
    (client) => listTranslationCoverage(client, options),
    COVERAGE_LIVE,
  )

const RUNS = { live: ['translation_runs'] } as const

export const runsUnderWayQuery = deskQuery([...COVERAGE_KEY, 'runs'], countRunsUnderWay, RUNS)

export const batchQuery = (requestedAt: string) =>
  deskQuery([...COVERAGE_KEY, 'batch', requestedAt], (client) => followBatch(client, requestedAt), RUNS)

/** The address of the matrix, filtered. */
export function coveragePath({
  state,
  language,
  age,
}: {
  state: CoverageState
  language?: TranslatedLanguage
  age?: '7' | '30' | '90' | typeof DRAFTS
}): string {
  const parameters = new URLSearchParams({ state, ...(language && { language }), ...(age && { age }) })
  return `${TRANSLATIONS_PATH}?${parameters}`
}

/** The link of a cell: to the review, or to the page of the original when there is nothing to review. */
export function cellPath(
  article: CoveredArticle,
  { translation_id, state, language, refused }: CoverageCell,
): string {
  const address = { originalId: article.id, language }
  if (state === 'failed' && refused > 0) return reviewPath(address, { refused: true })
  const isOnThePage = translation_id === null || state === 'under-way' || state === 'failed'
  return isOnThePage ? `${editArticlePath(article)}#translations` : reviewPath(address)
}
