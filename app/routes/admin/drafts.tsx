import { useRef } from 'react'
import { DraftList } from '#app/admin/articles/draft-list.tsx'
import { DRAFTS_TABLE } from '#app/admin/articles/drafts-table.ts'
import { ListHeading } from '#app/admin/articles/list-heading.tsx'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { useTableAddress } from '#app/admin/table/use-table-address.ts'
import type { Route } from './+types/drafts.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('drafts.title'), matches)

export default function Drafts() {
  const table = useTableAddress(DRAFTS_TABLE)
  const results = useRef<HTMLElement>(null)
  return (
    <>
      <ListHeading title={t('drafts.title')} />
      <DraftList table={table} results={results} />
    </>
  )
}
