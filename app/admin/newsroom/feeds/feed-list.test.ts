import { expect, test } from 'vitest'
import { readTableAddress } from '#app/admin/kit/table/table-address.ts'
import { chooseFeeds, FEEDS_TABLE } from '#app/admin/newsroom/feeds/feed-list.tsx'
import type { NewsFeed } from '#core/domain/news-feed.ts'

const feed = (change: Partial<NewsFeed>) =>
  ({
    ...{ outlet: 'The Harbour', title: 'News', url: 'https://harbour.example/feed', is_paused: false },
    ...{ failing_since: null, reservation: null },
    ...change,
  }) as NewsFeed
const ALL = [
  feed({ id: 'a' }),
  feed({ id: 'b', outlet: 'Le Port', failing_since: '2026-11-27T12:00:00Z' }),
  feed({ id: 'c', title: 'Fog', is_paused: true, failing_since: '2026-11-27T12:00:00Z' }),
  feed({ id: 'd', url: 'https://quay.example/', reservation: 'tdmrep' }),
]

test.each([
  ['', 'a b c d'],
  ['q=HARBOUR+fog', 'c'],
  ['q=quay', 'd'],
  ['state=failing', 'b'],
  ['state=paused', 'c'],
  ['state=reserved', 'd'],
  ['state=gone', 'a b c d'],
])('the address ?%s shows %s', (query, expected) => {
  const { rows, total } = chooseFeeds(ALL, readTableAddress(FEEDS_TABLE, new URLSearchParams(query)))
  expect(rows.map(({ id }) => id).join(' ')).toBe(expected)
  expect(total).toBe(rows.length)
})
