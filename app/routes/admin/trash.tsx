import { useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { TableSpec } from '#app/admin/table/table-address.ts'
import { useTableAddress } from '#app/admin/table/use-table-address.ts'
import { RestoreDialog, type RestoredStory } from '#app/admin/trash/restore-dialog.tsx'
import { TrashItem } from '#app/admin/trash/trash-item.tsx'
import { TrashList } from '#app/admin/trash/trash-list.tsx'
import { TRASH_DAYS } from '#core/domain/article-trash.ts'
import type { Route } from './+types/trash.ts'

/** The trash has one order, the latest first. */
const TRASH_TABLE: TableSpec<'deleted_at', never> = {
  sorts: ['deleted_at'],
  defaultSort: { by: 'deleted_at', descending: true },
  filters: {},
  pageSize: 25,
}

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('trash.title'), matches)

export default function Trash() {
  const table = useTableAddress(TRASH_TABLE)
  const { open } = table.address
  const page = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  const lastOpen = useRef(open)
  const restored = useRef<string>(null)
  const [asked, setAsked] = useState<RestoredStory | null>(null)

  // Back in the list, the row that was open gets focus, or the list when the row has gone.
  useEffect(() => {
    const id = lastOpen.current
    lastOpen.current = open
    if (open || !id) return
    const row = page.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)
    const target = row && restored.current !== id ? row : results.current
    target?.focus()
  }, [open])

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
