import { t } from '#app/admin/kit/messages.ts'
import type { TableAddress, TableSpec } from '#app/admin/kit/table/table-address.ts'
import { formatAge } from '#app/admin/kit/ui/format.ts'
import type { FeedFailure, NewsFeed } from '#core/domain/news-feed.ts'

type FeedsFilter = 'state'

const FEED_STATES = ['failing', 'paused', 'reserved'] as const
type FeedState = (typeof FEED_STATES)[number]

export const FEEDS_TABLE: TableSpec<'outlet', FeedsFilter> = {
  sorts: ['outlet'],
  defaultSort: { by: 'outlet', descending: false },
  filters: { state: FEED_STATES },
  pageSize: 50,
}

/** The feeds that an address asks for, of all of them: they are few, so that no request is needed to search them. */
export function chooseFeeds(
  all: readonly NewsFeed[],
  { search, filters: { state }, page }: TableAddress<'outlet', FeedsFilter>,
): { rows: NewsFeed[]; total: number } {
  const words = search.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)
  const found = all.filter((feed) => {
    const text = `${feed.outlet} ${feed.title} ${feed.url}`.toLocaleLowerCase('en')
    return words.every((word) => text.includes(word)) && (state === null || isIn(feed, state as FeedState))
  })
  const first = (page - 1) * FEEDS_TABLE.pageSize
  return { rows: found.slice(first, first + FEEDS_TABLE.pageSize), total: found.length }
}

function isIn({ failing_since, is_paused, reservation }: NewsFeed, state: FeedState): boolean {
  switch (state) {
    case 'failing':
      return failing_since !== null && !is_paused
    case 'paused':
      return is_paused
    case 'reserved':
      return reservation !== null
  }
}

const FAILURES: Record<Exclude<FeedFailure, 'status'>, string> = {
  name: t('newsroom.failure.name'),
  private: t('newsroom.failure.private'),
  connection: t('newsroom.failure.connection'),
  timeout: t('newsroom.failure.timeout'),
  redirects: t('newsroom.failure.redirects'),
  gone: t('newsroom.failure.gone'),
  too_large: t('newsroom.failure.tooLarge'),
  not_a_feed: t('newsroom.failure.notAFeed'),
  broken: t('newsroom.failure.broken'),
  forbidden: t('newsroom.failure.forbidden'),
}

/** Says why a feed could not be read. */
export const describeFailure = (failure: FeedFailure, detail: string | null): string =>
  failure === 'status' ? t('newsroom.failure.status', { status: detail ?? '' }) : FAILURES[failure]

/** The state of a feed, as its badge shows it; null when all is as it should be. */
export function stateOf({ is_paused, failing_since }: Pick<NewsFeed, 'is_paused' | 'failing_since'>) {
  if (is_paused) return { tone: 'grey', label: t('newsroom.feed.paused') } as const
  if (failing_since) return { tone: 'red', label: t('newsroom.feed.failing') } as const
  return null
}

/** Says when a feed was last read, in words. */
export function describeLastSuccess({
  succeeded_at,
  requested_at,
}: Pick<NewsFeed, 'succeeded_at' | 'requested_at'>): string {
  if (succeeded_at) return t('newsroom.feed.read', { age: formatAge(succeeded_at) })
  return t(requested_at ? 'newsroom.feed.neverRead' : 'newsroom.feed.waiting')
}
