import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { t } from '#app/admin/messages.ts'
import { FeedList } from '#app/admin/newsroom/feeds/feed-list.tsx'
import { FeedLists } from '#app/admin/newsroom/feeds/feed-lists.tsx'
import { chooseFeeds, FEEDS_TABLE } from '#app/admin/newsroom/feeds/feeds-table.ts'
import { NewsroomHeading } from '#app/admin/newsroom/newsroom-heading.tsx'
import { feedsQuery } from '#app/admin/newsroom/newsroom-queries.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { useTableAddress } from '#app/admin/table/table-address.ts'
import { TableControls } from '#app/admin/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/table/table-view.tsx'
import type { NewsFeed } from '#core/domain/news-feed.ts'
import type { Route } from './+types/newsroom-feeds.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('newsroom.feeds'), matches)

/** Where the newsroom has its news from. */
export default function NewsroomFeeds() {
  const table = useTableAddress(FEEDS_TABLE, { keepsOthers: true })
  const results = useRef<HTMLElement>(null)
  const { address } = table
  const feeds = useQuery({
    ...feedsQuery,
    select: useCallback((all: NewsFeed[]) => chooseFeeds(all, address), [address]),
  })
  const { data: all = [] } = useQuery(feedsQuery)
  return (
    <>
      <NewsroomHeading />
      <TableView
        table={table}
        query={feeds}
        label={t('newsroom.feeds')}
        what={t('newsroom.feeds.what')}
        pages={t('newsroom.feeds.pages')}
        results={results}
        controls={
          <TableControls
            table={table}
            search={t('newsroom.feeds.search')}
            filters={[
              {
                name: 'state',
                label: t('newsroom.feeds.state'),
                options: [
                  ['failing', t('newsroom.feed.failing')],
                  ['paused', t('newsroom.feed.paused')],
                  ['reserved', t('newsroom.feeds.state.reserved')],
                ],
              },
            ]}
          />
        }
        noMatch={{ text: t('newsroom.feeds.noMatch'), showAll: t('newsroom.feeds.showAll') }}
        empty={<EmptyTable title={t('newsroom.feeds.empty')}>{t('newsroom.feeds.empty.text')}</EmptyTable>}
      >
        {({ rows }) => <FeedList feeds={rows} focusAfter={results} />}
      </TableView>
      <FeedLists hasFeeds={all.length > 0} />
    </>
  )
}
