import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import {
  countSubscribers,
  findSubscriber,
  listSubscribers,
  loadSubscriberGrowth,
  type SubscriberListOptions,
} from '#core/data/desk-subscribers.ts'
import {
  LEFT_REASONS,
  SUBSCRIBER_ACTIVITIES,
  SUBSCRIBER_STATUSES,
  type SubscriberFilter,
} from '#core/domain/subscriber-input.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

export const SUBSCRIBERS_KEY = ['subscribers']
/** The queries with several subscribers. The page of a deleted subscriber is left and must not be refetched. */
export const SUBSCRIBER_LISTS = ['list', 'counts', 'growth'].map((part) => [...SUBSCRIBERS_KEY, part])
const REFUSES = { refuses: true } as const

export const subscribersQuery = (options: SubscriberListOptions) =>
  deskQuery([...SUBSCRIBERS_KEY, 'list', options], (client) => listSubscribers(client, options), REFUSES)

export const subscriberCountsQuery = deskQuery([...SUBSCRIBERS_KEY, 'counts'], countSubscribers, REFUSES)

export const subscriberGrowthQuery = (weeks: number) =>
  deskQuery([...SUBSCRIBERS_KEY, 'growth', weeks], (client) => loadSubscriberGrowth(client, weeks), REFUSES)

export const subscriberQuery = (id: string) =>
  deskQuery([...SUBSCRIBERS_KEY, 'one', id], (client) => findSubscriber(client, id), REFUSES)

export type SubscriberSort = SubscriberListOptions['sort']['by']
/** `readers` is their language: the page of the newsletter has a language of its own. */
type SubscriberFilterName = 'status' | 'activity' | 'readers' | 'left'

export const STATUS_OPTIONS = [
  ['confirmed', t('subscribers.state.confirmed')],
  ['pending', t('subscribers.state.pending')],
] as const
export const ACTIVITY_OPTIONS = [
  ['active', t('subscribers.state.active')],
  ['unsubscribed', t('subscribers.state.unsubscribed')],
] as const
export const LANGUAGE_OPTIONS = LANGUAGE_CODES.map((code) => [code, languageName(code)] as const)
export const LEFT_NAMES: Record<(typeof LEFT_REASONS)[number], string> = {
  unsubscribed: t('subscribers.left.unsubscribed'),
  administrator: t('subscribers.left.administrator'),
  bounced: t('subscribers.left.bounced'),
  complained: t('subscribers.left.complained'),
  undelivered: t('subscribers.left.undelivered'),
}
export const LEFT_OPTIONS = LEFT_REASONS.map((reason) => [reason, LEFT_NAMES[reason]] as const)

export const SUBSCRIBER_LIST: TableSpec<SubscriberSort, SubscriberFilterName> = {
  sorts: ['email', 'subscribed_at'],
  defaultSort: { by: 'subscribed_at', descending: true },
  filters: {
    status: SUBSCRIBER_STATUSES,
    activity: SUBSCRIBER_ACTIVITIES,
    readers: LANGUAGE_CODES,
    left: LEFT_REASONS,
  },
  pageSize: 25,
}

/** The query for an address of the list. */
export function subscriberListOptions(
  address: TableAddress<SubscriberSort, SubscriberFilterName>,
): SubscriberListOptions {
  const { search, sort, filters, page } = address
  return {
    search,
    sort,
    page,
    pageSize: SUBSCRIBER_LIST.pageSize,
    status: filters.status as SubscriberFilter['status'],
    activity: filters.activity as SubscriberFilter['activity'],
    language: filters.readers as SubscriberFilter['language'],
    left: filters.left as SubscriberFilter['left'],
  }
}
