import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { COVERAGE_KEY, COVERAGE_LIVE } from '#app/admin/languages/coverage/coverage-table.ts'
import { listTranslationsToReview, type ToReviewOptions } from '#core/data/translation-review.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { WaitingTranslation } from '#core/domain/translation-review.ts'

export type ToReviewSort = 'since'
export type ToReviewFilter = 'language' | 'whose'

/** A value of the filter by person: what the member has, or is asked about. */
export const MINE = 'mine'

export const TO_REVIEW_TABLE: TableSpec<ToReviewSort, ToReviewFilter> = {
  sorts: [],
  defaultSort: { by: 'since', descending: false },
  filters: { language: TRANSLATED_LANGUAGES, whose: [MINE] },
  pageSize: 25,
}

/** The query for an address of the list. */
export function toReviewOptions({
  filters,
  page,
}: TableAddress<ToReviewSort, ToReviewFilter>): ToReviewOptions {
  return {
    language: filters.language as TranslatedLanguage | null,
    isMine: filters.whose === MINE,
    page,
    pageSize: TO_REVIEW_TABLE.pageSize,
  }
}

export const toReviewQuery = (options: ToReviewOptions) =>
  deskQuery([...COVERAGE_KEY, 'to-review', options], (client) => listTranslationsToReview(client, options), {
    ...COVERAGE_LIVE,
    live: [...COVERAGE_LIVE.live, 'profiles', 'translation_claims'],
  })

/** Asks whether a translation into a language waits. */
export const anyToReviewQuery = (language: TranslatedLanguage) =>
  deskQuery(
    [...COVERAGE_KEY, 'any-to-review', language],
    async (client) => (await listTranslationsToReview(client, { language, page: 1, pageSize: 1 })).total > 0,
    COVERAGE_LIVE,
  )

/** Says why a translation waits. */
export function describeReasons(waiting: WaitingTranslation): string[] {
  const { is_renewed, is_unpublished, is_finished, is_unread, conflicts, reports } = waiting
  return [
    is_unpublished ? t('coverage.reason.unpublished') : '',
    is_finished ? t('coverage.reason.finished') : '',
    is_renewed ? t('coverage.reason.renewed') : '',
    is_unread ? t('coverage.reason.unread') : '',
    conflicts > 0 ? t('coverage.cell.conflicts', { count: conflicts }) : '',
    reports > 0 ? t('coverage.cell.reports', { count: reports }) : '',
  ].filter(Boolean)
}
