import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ArticleTitle, nameOf } from '#app/admin/articles/article-title.tsx'
import { draftsQuery } from '#app/admin/articles/articles-queries.ts'
import { LANGUAGE_OPTIONS } from '#app/admin/articles/articles-table.ts'
import { BulkBar } from '#app/admin/articles/bulk/bulk-bar.tsx'
import { CategorySelect } from '#app/admin/articles/category-select.tsx'
import { DeleteArticleDialog } from '#app/admin/articles/delete-article-dialog.tsx'
import { type DraftsFilter, type DraftsSort, draftListOptions } from '#app/admin/articles/drafts-table.ts'
import { EmptyList } from '#app/admin/articles/empty-list.tsx'
import { RowActions } from '#app/admin/articles/row-actions.tsx'
import { ScheduleLine } from '#app/admin/articles/schedule-line.tsx'
import { useCategoryOptions } from '#app/admin/articles/use-category-options.ts'
import { t } from '#app/admin/messages.ts'
import { type Column, DataTable } from '#app/admin/table/data-table.tsx'
import { TableFilter } from '#app/admin/table/table-filter.tsx'
import { TableSearch } from '#app/admin/table/table-search.tsx'
import { TableView } from '#app/admin/table/table-view.tsx'
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
  const { address, change } = table
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
      <TableView
        table={table}
        query={drafts}
        label={t('drafts.title')}
        what={t('drafts.list.name')}
        pages={t('drafts.list.pages')}
        results={results}
        controls={
          <>
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
          </>
        }
        noMatch={{ text: t('drafts.list.empty'), showAll: t('drafts.list.showAll') }}
        empty={<EmptyList text={t('drafts.list.empty')} />}
        bulk={<BulkBar actions={['publish', 'category', 'delete']} selection={selection} results={results} />}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption={t('drafts.list.caption')}
            columns={columns}
            keyOf={keyOf}
            selection={selection}
          />
        )}
      </TableView>
      {deleting && (
        <DeleteArticleDialog article={deleting} results={results} onClose={() => setDeleting(null)} />
      )}
    </>
  )
}

const keyOf = ({ id }: Draft) => id
