import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import {
  type TableSpec,
  type TableState,
  useFocusAfterClose,
  useTableAddress,
} from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { TableView } from '#app/admin/kit/table/table-view.tsx'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { SectionBadge } from '#app/admin/settings/sections/section-badge.tsx'
import { RestoreDialog, type RestoredStory } from '#app/admin/stories/trash/restore-dialog.tsx'
import { TrashItem } from '#app/admin/stories/trash/trash-item.tsx'
import {
  describeDeleter,
  describeLanguages,
  describeTimeLeft,
  type TrashRow,
  trashQuery,
} from '#app/admin/stories/trash/trash-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TRASH_DAYS } from '#core/domain/article-trash.ts'

/** The trash has one order, the latest first. */
const TRASH_TABLE: TableSpec<'deleted_at', never> = {
  sorts: ['deleted_at'],
  defaultSort: { by: 'deleted_at', descending: true },
  filters: {},
  pageSize: 25,
}

export default function Trash() {
  const table = useTableAddress(TRASH_TABLE)
  const { open } = table.address
  const page = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  const restored = useRef<string>(null)
  const [asked, setAsked] = useState<RestoredStory | null>(null)

  // Back in the list, the row that was open gets focus, or the list when the row was removed.
  useFocusAfterClose(open, (id) => {
    const row = page.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)
    const target = row && restored.current !== id ? row : results.current
    target?.focus()
  })

  return (
    <div ref={page}>
      <div className="mb-6">
        <h1 className="font-display font-medium text-title-lg">{t('trash.title')}</h1>
        <p className="mt-1.5 text-sm text-soft">{t('trash.intro', { count: TRASH_DAYS })}</p>
      </div>
      {open ? (
        <TrashItem key={open} id={open} backTo={table.linkTo({ open: null })} onRestore={setAsked} />
      ) : (
        <TrashList table={table} results={results} onRestore={setAsked} />
      )}
      {asked && (
        <RestoreDialog
          story={asked}
          focusAfter={results}
          onGone={() => {
            restored.current = asked.id
            if (open) table.change({ open: null }, { replace: true })
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

interface TrashListProps {
  table: TableState<'deleted_at', never>
  results: React.RefObject<HTMLElement | null>
  onRestore: (row: TrashRow) => void
}

/** Deleted items; stories that were deleted together with their translations are one row. */
function TrashList({ table, results, onRestore }: TrashListProps) {
  const { address, pageSize, linkTo } = table
  const { search, page } = address
  const options = { search, page, pageSize }
  const trash = useQuery({ ...trashQuery(options), placeholderData: keepPreviousData })
  const now = new Date()

  const columns: Column<TrashRow, 'deleted_at'>[] = [
    {
      name: t('trash.column.title'),
      isHeader: true,
      cell: (row) => (
        <>
          <Link
            to={linkTo({ open: row.id })}
            data-row={row.id}
            lang={row.title ? row.language : undefined}
            aria-label={t('trash.open', { title: nameOf(row) })}
            className="line-clamp-3 underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {nameOf(row)}
          </Link>
          <span className="mt-1 flex flex-wrap gap-x-3 font-normal text-faint text-xs">
            <SectionBadge category={row.category} />
            {row.published ? t('trash.state.published') : t('trash.state.draft')}
          </span>
        </>
      ),
    },
    {
      name: t('trash.column.languages'),
      width: 'md:w-40',
      className: 'max-md:mt-1.5',
      cell: ({ languages }) => describeLanguages(languages),
    },
    {
      name: t('trash.column.deleted'),
      width: 'md:w-48',
      className: 'max-md:mt-1.5 text-faint',
      cell: (row) => (
        <>
          <LocalTime iso={row.deleted_at} precision="minute" />
          <span className="block text-xs">{describeDeleter(row)}</span>
        </>
      ),
    },
    {
      name: t('trash.column.left'),
      width: 'md:w-28',
      className: 'max-md:mt-1.5 text-faint',
      cell: ({ expires_at }) => describeTimeLeft(expires_at, now),
    },
    {
      name: t('articles.column.actions'),
      width: 'md:w-24 md:text-right',
      className: 'max-md:mt-2.5 md:text-right',
      cell: (row) => (
        <Button
          variant="secondary"
          size="sm"
          className="md:-my-1.5"
          aria-label={t('trash.restore.actionOf', { title: nameOf(row) })}
          onClick={() => onRestore(row)}
        >
          {t('trash.restore.action')}
        </Button>
      ),
    },
  ]

  return (
    <TableView
      table={table}
      query={trash}
      label={t('trash.list.caption')}
      what={t('trash.list.name')}
      pages={t('trash.list.pages')}
      results={results}
      controls={<TableControls table={table} search={t('trash.list.search')} filters={[]} />}
      noMatch={{ text: t('trash.list.noMatch'), showAll: t('trash.list.showAll') }}
      empty={<p>{t('trash.list.empty')}</p>}
    >
      {(shown) => (
        <DataTable {...shown} caption={t('trash.list.caption')} columns={columns} keyOf={({ id }) => id} />
      )}
    </TableView>
  )
}
