import type { TableAddress, TableSpec } from '#app/admin/table/table-address.ts'
import type { NewsFeed } from '#core/domain/news-feed.ts'

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
