import type { UseQueryResult } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import type { TableSort, TableState } from '#app/admin/kit/table/table-address.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'

/** The things that a table needs to know of its rows: `<DataTable {...shown} … />`. */
interface ShownRows<Row, Sort extends string> {
  rows: readonly Row[]
  sort: TableSort<Sort>
  onSort: (sort: TableSort<Sort>) => void
  /** True if the rows are still those of an earlier query. */
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
  /** The bar of bulk actions. It stays mounted without rows, because it may show a report. */
  bulk?: React.ReactNode
  children: (shown: ShownRows<Row, Sort>) => React.ReactNode
}

/** A list of the desk, controlled by its address: search and filters, rows or a message in their place, and pages. */
export function TableView<Row, Sort extends string, Filter extends string>(
  props: TableViewProps<Row, Sort, Filter>,
) {
  const { table, query, label, what, pages, results, controls, noMatch, empty, children } = props
  const { address, pageSize, isFiltered, linkTo, change } = table
  // The search field stays after its text was deleted.
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

/**
 * Moves the focus to the rows of a table after a link has changed them, and scrolls to their beginning. For links that may disappear
 * with the change, or that are below the rows.
 */
export function showResults(results: HTMLElement | null): void {
  if (!results) return
  results.focus({ preventScroll: true })
  if (results.getBoundingClientRect().top < 0) results.scrollIntoView({ block: 'start' })
}

interface EmptyTableProps {
  title: string
  children: React.ReactNode
}

/** Shown in place of an empty list, with what it is for. */
export function EmptyTable({ title, children }: EmptyTableProps) {
  return (
    <div className="max-w-prose">
      <p className="font-display font-medium text-ink text-title-sm">{title}</p>
      <p className="mt-1.5">{children}</p>
    </div>
  )
}

/** The skeleton of a table that is being loaded. */
export function TableSkeleton() {
  return (
    <div className="border-line border-y py-4">
      <ListSkeleton rows={6} />
    </div>
  )
}

interface TablePagesProps {
  label: string
  page: number
  pageSize: number
  total: number
  linkTo: (change: { page: number }) => string
  /** Called on the way to another page. */
  onTurn: () => void
}

/** The range of rows that is shown, with links to the previous and the next page. */
export function TablePages({ label, page, pageSize, total, linkTo, onTurn }: TablePagesProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  const range = t('table.range', { first, last, total: total.toLocaleString('en-US') })
  const text = total === 0 ? t('table.nothingFound') : page > pages ? t('table.noSuchPage', { page }) : range
  return (
    <nav
      aria-label={label}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm"
    >
      {/* Where there is nothing, the table says so to the eye. */}
      <p role="status" className={total === 0 ? 'sr-only' : 'text-faint tabular-nums'}>
        {text}
      </p>
      <div className="flex gap-5">
        {page > 1 && (
          <Link
            to={linkTo({ page: Math.min(page - 1, pages) })}
            preventScrollReset
            onClick={onTurn}
            className={LINK}
          >
            <ArrowLeft aria-hidden size={15} />
            {t(page > pages ? 'table.lastPage' : 'table.previous')}
          </Link>
        )}
        {page < pages && (
          <Link to={linkTo({ page: page + 1 })} preventScrollReset onClick={onTurn} className={LINK}>
            {t('table.next')}
            <ArrowRight aria-hidden size={15} />
          </Link>
        )}
      </div>
    </nav>
  )
}

const LINK =
  'inline-flex min-h-9 items-center gap-1.5 underline decoration-transparent underline-offset-4 hover:decoration-current'
