import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { TableAddress, TableSpec } from '#app/admin/table/table-address.ts'
import type { CoverageOptions } from '#core/data/translation-coverage.ts'
import { CATEGORIES, type Category } from '#core/domain/article.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import { COVERAGE_STATES, type CoverageState, UNFINISHED_STATES } from '#core/domain/translation-coverage.ts'

export type CoverageSort = 'publish_date'
export type CoverageFilter = 'state' | 'language' | 'age' | 'category'

/** The filter for everything that a run would change. */
const UNFINISHED = 'unfinished'
/** Instead of an age: what is not published. */
const DRAFTS = 'drafts'

export const LANGUAGE_OPTIONS = TRANSLATED_LANGUAGES.map((code) => [code, languageName(code)] as const)

export const STATE_NAMES: Record<CoverageState, string> = {
  missing: t('coverage.state.missing'),
  'under-way': t('coverage.state.underWay'),
  failed: t('coverage.state.failed'),
  stale: t('coverage.state.stale'),
  waiting: t('coverage.state.waiting'),
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
    category: CATEGORIES,
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
    category: category as Category | null,
    language: language as TranslatedLanguage | null,
    published: age !== DRAFTS,
    days: age === null || age === DRAFTS ? null : Number(age),
    states: state === null ? null : state === UNFINISHED ? UNFINISHED_STATES : [state as CoverageState],
  }
}
