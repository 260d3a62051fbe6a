import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { showResults } from '#app/admin/table/show-results.ts'
import type { TableSort } from '#app/admin/table/table-address.ts'
import { TablePages } from '#app/admin/table/table-pages.tsx'
import { TableSkeleton } from '#app/admin/table/table-skeleton.tsx'
import type { TableState } from '#app/admin/table/use-table-address.ts'

/** What a table needs to know of its rows: `<DataTable {...shown} … />`. */
export interface ShownRows<Row, Sort extends string> {
  rows: readonly Row[]
  sort: TableSort<Sort>
  onSort: (sort: TableSort<Sort>) => void
  /** Whether the rows are still those of an earlier query. */
  stale: boolean
}

interface TableViewProps<Row, Sort extends string, Filter extends string> {
  table: TableState<Sort, Filter>
  query: UseQueryResult<{ rows: Row[]; total: number }>
  /** The name of the region with the rows. */
  label: string
  /** The name of the list, as the beginning of a sentence: 'The outbox'. */
  what: string
  /** The name of the links to other pages. */
  pages: string
  results: React.RefObject<HTMLElement | null>
  /** Fields that search and filter. They are left out where there is nothing that they could find. */
  controls: React.ReactNode
  /** Set when the list leaves out rows also without a filter in the address, so that an empty one can be filtered. */
  alwaysControls?: boolean
  /** Shown when nothing matches, with the link that shows everything again. */
  noMatch: { text: string; showAll: string }
  /** Shown when there is nothing at all. */
  empty: React.ReactNode
  /** The skeleton, when it is not that of a table. */
  pending?: React.ReactNode
  /** What can be done with selected rows. It stays when the last row has gone, with what it has to report. */
  bulk?: React.ReactNode
  children: (shown: ShownRows<Row, Sort>) => React.ReactNode
}

/** A list of the desk, from its address: search and filters, rows, what stands in place of missing rows, and other pages. */
export function TableView<Row, Sort extends string, Filter extends string>(
  props: TableViewProps<Row, Sort, Filter>,
) {
  const { table, query, label, what, pages, results, controls, noMatch, empty, children } = props
  const { address, pageSize, isFiltered, linkTo, change } = table
  // The field in which somebody has just deleted a search stays.
  const wasFiltered = useRef(false)
  if (isFiltered) wasFiltered.current = true
  const hasControls = props.alwaysControls || wasFiltered.current || query.data?.total !== 0
  const show = () => showResults(results.current)
  return (
    <>
      {hasControls && (
        <search id="search" className="mb-5 flex flex-wrap gap-4">
          {controls}
        </search>
      )}
      <section ref={results} tabIndex={-1} aria-label={label} className="scroll-mt-4">
        <QueryView query={query} what={what} pending={props.pending ?? <TableSkeleton />}>
          {({ rows, total }) => (
            <>
              {rows.length > 0 ? (
                children({
                  rows,
                  sort: address.sort,
                  onSort: (sort) => change({ sort }),
                  stale: query.isPlaceholderData,
                })
              ) : (
                <div className="border-line border-y py-8 text-sm text-soft">
                  {total > 0 ? (
                    <p>{t('table.emptyPage')}</p>
                  ) : isFiltered ? (
                    <NoMatch {...noMatch} to={linkTo(unfiltered(address.filters))} onFollow={show} />
                  ) : (
                    empty
                  )}
                </div>
              )}
              {props.bulk}
              <TablePages
                label={pages}
                page={address.page}
                pageSize={pageSize}
                total={total}
                linkTo={linkTo}
                onTurn={show}
              />
            </>
          )}
        </QueryView>
      </section>
    </>
  )
}

interface NoMatchProps {
  text: string
  showAll: string
  to: string
  onFollow: () => void
}

function NoMatch({ text, showAll, to, onFollow }: NoMatchProps) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1">
      <span>{text}</span>
      <Link to={to} preventScrollReset onClick={onFollow} className="text-ink underline underline-offset-4">
        {showAll}
      </Link>
    </p>
  )
}

function unfiltered<Filter extends string>(filters: Readonly<Record<Filter, string | null>>) {
  const none = Object.fromEntries(Object.keys(filters).map((name) => [name, null]))
  return { search: '', filters: none as Record<Filter, null> }
}
