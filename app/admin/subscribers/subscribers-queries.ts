import { deskQuery } from '#app/admin/query/desk-query.ts'
import {
  countSubscribers,
  findSubscriber,
  listSubscribers,
  loadSubscriberGrowth,
  type SubscriberListOptions,
} from '#core/data/desk-subscribers.ts'

export const SUBSCRIBERS_KEY = ['subscribers']
/** What shows a subscriber among others. The page of somebody who was deleted is left, and not read again. */
export const SUBSCRIBER_LISTS = ['list', 'counts', 'growth'].map((part) => [...SUBSCRIBERS_KEY, part])
const REFUSES = { refuses: true } as const

export const subscribersQuery = (options: SubscriberListOptions) =>
  deskQuery([...SUBSCRIBERS_KEY, 'list', options], (client) => listSubscribers(client, options), REFUSES)

export const subscriberCountsQuery = deskQuery([...SUBSCRIBERS_KEY, 'counts'], countSubscribers, REFUSES)

export const subscriberGrowthQuery = (weeks: number) =>
  deskQuery([...SUBSCRIBERS_KEY, 'growth', weeks], (client) => loadSubscriberGrowth(client, weeks), REFUSES)

export const subscriberQuery = (id: string) =>
  deskQuery([...SUBSCRIBERS_KEY, 'one', id], (client) => findSubscriber(client, id), REFUSES)
