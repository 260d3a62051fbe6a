import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ArticleTitle, nameOf } from '#app/admin/articles/article-title.tsx'
import { draftsQuery } from '#app/admin/articles/articles-queries.ts'
import { LANGUAGE_OPTIONS } from '#app/admin/articles/articles-table.ts'
import { BulkBar } from '#app/admin/articles/bulk/bulk-bar.tsx'
import { CategorySelect } from '#app/admin/articles/category-select.tsx'
import { DeleteArticleDialog } from '#app/admin/articles/delete-article-dialog.tsx'
import {
  DRAFTS_TABLE,
  type DraftsFilter,
  type DraftsSort,
  draftListOptions,
} from '#app/admin/articles/drafts-table.ts'
import { EmptyList } from '#app/admin/articles/empty-list.tsx'
import { RowActions } from '#app/admin/articles/row-actions.tsx'
import { ScheduleLine } from '#app/admin/articles/schedule-line.tsx'
import { useCategoryOptions } from '#app/admin/articles/use-category-options.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { type Column, DataTable } from '#app/admin/table/data-table.tsx'
import { showResults } from '#app/admin/table/show-results.ts'
import { TableFilter } from '#app/admin/table/table-filter.tsx'
import { TablePages } from '#app/admin/table/table-pages.tsx'
import { TableSearch } from '#app/admin/table/table-search.tsx'
import { TableSkeleton } from '#app/admin/table/table-skeleton.tsx'
import { useRowSelection } from '#app/admin/table/use-row-selection.ts'
import type { TableState } from '#app/admin/table/use-table-address.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { Draft } from '#core/data/desk-articles.ts'

interface DraftListProps {
  table: TableState<DraftsSort, DraftsFilter>
  results: React.RefObject<HTMLElement | null>
}

/** What is not published, in every language. */
export function DraftList({ table, results }: DraftListProps) {
  const { address, linkTo, change } = table
  const { filters } = address
  const options = draftListOptions(address)
  const drafts = useQuery({ ...draftsQuery(options), placeholderData: keepPreviousData })
  const [deleting, setDeleting] = useState<Draft | null>(null)
  const categories = useCategoryOptions()
  const selection = useRowSelection({
    rows: drafts.data?.rows ?? [],
    keyOf,
    nameOf,
    scope: JSON.stringify(options),
  })
  const isFiltered = address.search !== '' || Object.values(filters).some(Boolean)

  const columns: Column<Draft, DraftsSort>[] = [
    {
      name: t('articles.column.title'),
      sort: 'title',
      isHeader: true,
      cell: (draft) => (
        <>
          <ArticleTitle article={draft} showLanguage={filters.language === null} />
          {draft.schedule && <ScheduleLine schedule={draft.schedule} />}
        </>
      ),
    },
    {
      name: t('articles.column.category'),
      sort: 'category',
      width: 'md:w-44',
      className: 'max-md:mt-2.5 max-md:w-44 md:-my-1.5',
      cell: (draft) => <CategorySelect article={draft} />,
    },
    {
      name: t('drafts.column.created'),
      sort: 'created_at',
      width: 'md:w-32',
      className: 'max-md:mt-2 text-faint md:whitespace-nowrap',
      cell: ({ created_at }) => <LocalTime iso={created_at} precision="day" />,
    },
    {
      name: t('articles.column.actions'),
      width: 'md:w-20 md:text-right',
      className: 'max-md:absolute max-md:right-0 max-md:bottom-3',
      cell: (draft) => <RowActions article={draft} onDelete={() => setDeleting(draft)} />,
    },
  ]

  return (
    <>
      <search id="search" className="mb-5 flex flex-wrap gap-4">
        <TableSearch
          label={t('articles.list.search')}
          value={address.search}
          onSearch={(search) => change({ search }, { replace: true })}
        />
        <TableFilter
          label={t('articles.filter.language')}
          options={LANGUAGE_OPTIONS}
          value={filters.language}
          onFilter={(language) => change({ filters: { ...filters, language } })}
        />
        <TableFilter
          label={t('articles.filter.category')}
          options={categories}
          value={filters.category}
          onFilter={(category) => change({ filters: { ...filters, category } })}
        />
      </search>
      <section ref={results} tabIndex={-1} aria-label={t('drafts.title')} className="scroll-mt-4">
        <QueryView query={drafts} what={t('drafts.list.name')} pending={<TableSkeleton />}>
          {({ rows, total }) => (
            <>
              <DataTable
                caption={t('drafts.list.caption')}
                columns={columns}
                rows={rows}
                keyOf={keyOf}
                sort={address.sort}
                onSort={(sort) => change({ sort })}
                stale={drafts.isPlaceholderData}
                selection={selection}
                empty={
                  <EmptyList
                    text={total > 0 ? t('table.emptyPage') : t('drafts.list.empty')}
                    showAll={
                      isFiltered && total === 0
                        ? {
                            label: t('drafts.list.showAll'),
                            to: linkTo({ search: '', filters: { language: null, category: null } }),
                          }
                        : null
                    }
                    results={results}
                  />
                }
              />
              <BulkBar actions={['publish', 'category', 'delete']} selection={selection} results={results} />
              <TablePages
                label={t('drafts.list.pages')}
                page={address.page}
                pageSize={DRAFTS_TABLE.pageSize}
                total={total}
                linkTo={linkTo}
                onTurn={() => showResults(results.current)}
              />
            </>
          )}
        </QueryView>
      </section>
      {deleting && (
        <DeleteArticleDialog article={deleting} results={results} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

const keyOf = ({ id }: Draft) => id
