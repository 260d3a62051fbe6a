import { t } from '#app/admin/kit/messages.ts'
import { TRANSLATION_QUEUE_PATH } from '#app/admin/kit/paths.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { UUID } from '#app/admin/kit/query/random-id.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { COVERAGE_KEY } from '#app/admin/languages/coverage/coverage-table.ts'
import { describeReasons } from '#app/admin/languages/coverage/to-review-table.ts'
import {
  type ClaimedPlace,
  findTranslationClaim,
  listTranslationQueue,
  type QueueOptions,
} from '#core/data/translation-claims.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { QueuedTranslation } from '#core/domain/translation-claim.ts'

export type QueueSort = 'turn'
export type QueueFilter = 'language' | 'who'

/** A value of the filter by person: what nobody has. */
export const NOBODY = 'nobody'

export const TRANSLATION_QUEUE_TABLE: TableSpec<QueueSort, QueueFilter> = {
  sorts: [],
  defaultSort: { by: 'turn', descending: false },
  filters: {
    language: TRANSLATED_LANGUAGES,
    who: (value) => value === NOBODY || UUID.test(value),
  },
  pageSize: 25,
}

/** The query for an address of the queue. */
export function queueOptions({ filters, page }: TableAddress<QueueSort, QueueFilter>): QueueOptions {
  const { language, who } = filters
  return {
    language,
    person: who === NOBODY ? null : who,
    isFree: who === NOBODY,
    page,
    pageSize: TRANSLATION_QUEUE_TABLE.pageSize,
  }
}

/** The address of the queue, filtered by a person. */
export const queuePathOf = (userId: string) => `${TRANSLATION_QUEUE_PATH}?who=${userId}`

export const TRANSLATION_QUEUE_KEY = [...COVERAGE_KEY, 'queue']
/** The prefix of the keys of who has one translation. */
export const CLAIM_KEY = [...COVERAGE_KEY, 'claim']

export const translationQueueQuery = (options: QueueOptions) =>
  deskQuery([...TRANSLATION_QUEUE_KEY, options], (client) => listTranslationQueue(client, options), {
    live: [
      'article_translations',
      'article_workflow',
      'articles',
      'pending_translations',
      'profiles',
      'translation_claims',
      'translation_reports',
      'translation_runs',
      'user_roles',
    ],
    isCalm: true,
    refuses: true,
  })

/** Reads who has a translation. */
export const claimQuery = (place: ClaimedPlace) =>
  deskQuery([...CLAIM_KEY, place], (client) => findTranslationClaim(client, place), {
    live: ['profiles', 'translation_claims', 'translation_reports', 'user_roles'],
  })

/** Says why a translation waits. */
export function describeWhy(waiting: QueuedTranslation): string[] {
  const { is_missing, is_stale, is_original_published } = waiting
  return [
    is_missing
      ? t(is_original_published ? 'translationQueue.reason.missing' : 'translationQueue.reason.ready')
      : '',
    is_stale ? t('translationQueue.reason.stale') : '',
    ...describeReasons(waiting),
  ].filter(Boolean)
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Says how long something takes, roughly. */
export function describeDuration(seconds: number): string {
  if (seconds >= DAY) return t('translationQueue.duration.days', { count: Math.round(seconds / DAY) })
  if (seconds >= HOUR) return t('translationQueue.duration.hours', { count: Math.round(seconds / HOUR) })
  return t('translationQueue.duration.minutes', { count: Math.max(1, Math.round(seconds / MINUTE)) })
}
