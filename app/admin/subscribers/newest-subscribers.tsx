import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { SUBSCRIBERS_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { DataTable } from '#app/admin/kit/table/data-table.tsx'
import { readTableAddress } from '#app/admin/kit/table/table-address.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { useSubscriberColumns } from '#app/admin/subscribers/subscriber-columns.tsx'
import {
  SUBSCRIBER_LIST,
  subscriberGrowthQuery,
  subscriberListOptions,
  subscribersQuery,
} from '#app/admin/subscribers/subscribers-queries.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'

const COUNT = 3
const WEEKS = 4

const newestQuery = subscribersQuery({
  ...subscriberListOptions(readTableAddress(SUBSCRIBER_LIST, new URLSearchParams())),
  pageSize: COUNT,
})

/** The newest subscribers with what can be done with them, and how many came and went lately. */
export function NewestSubscribers() {
  const newest = useQuery({ ...newestQuery, placeholderData: keepPreviousData })
  const results = useRef<HTMLDivElement>(null)
  const { columns, dialog } = useSubscriberColumns(results, newest.isError)
  return (
    <section aria-labelledby="newest-subscribers" className="border-line border-t py-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="newest-subscribers" className="font-semibold">
            {t('subscribers.newest')}
          </h2>
          <Growth />
        </div>
        <Link to={SUBSCRIBERS_PATH} className={buttonStyles({ variant: 'secondary', size: 'sm' })}>
          {t('subscribers.all')}
        </Link>
      </div>
      <QueryView query={newest} what={t('subscribers.what')} pending={<ListSkeleton rows={COUNT} />}>
        {({ rows }) => (
          <div ref={results} tabIndex={-1}>
            {rows.length === 0 ? (
              <p className="text-soft text-sm">{t('subscribers.empty.title')}</p>
            ) : (
              <DataTable
                caption={t('subscribers.newest')}
                columns={columns.map(({ sort: _, ...column }) => column)}
                rows={rows}
                keyOf={({ id }) => id}
                sort={SUBSCRIBER_LIST.defaultSort}
                onSort={() => {}}
                stale={newest.isPlaceholderData}
                columnsFrom="xl"
              />
            )}
          </div>
        )}
      </QueryView>
      {dialog}
    </section>
  )
}

/** Shows who has joined and left in the last weeks; the chart of longer times is on the page of the subscribers. */
function Growth() {
  const { data } = useQuery(subscriberGrowthQuery(WEEKS))
  if (!data) return null
  const sum = (what: 'joined' | 'imported' | 'left') =>
    data.reduce((total, week) => total + week[what], 0).toLocaleString('en-US')
  const imported = sum('imported')
  return (
    <p className="mt-1 text-sm text-soft tabular-nums">
      {t('subscribers.growth.lately', { weeks: WEEKS, joined: sum('joined'), left: sum('left') })}
      {imported !== '0' && ` ${t('subscribers.growth.latelyImported', { imported })}`}
    </p>
  )
}
