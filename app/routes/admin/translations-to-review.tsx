import { useRef } from 'react'
import { CoverageHeading } from '#app/admin/coverage/coverage-heading.tsx'
import { ToReviewList } from '#app/admin/coverage/to-review-list.tsx'
import { TO_REVIEW_TABLE } from '#app/admin/coverage/to-review-table.ts'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { useTableAddress } from '#app/admin/table/use-table-address.ts'
import type { Route } from './+types/translations-to-review.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('coverage.toReview.title'), matches)

export default function TranslationsToReview() {
  const table = useTableAddress(TO_REVIEW_TABLE)
  const results = useRef<HTMLElement>(null)
  return (
    <>
      <CoverageHeading />
      <ToReviewList table={table} results={results} />
    </>
  )
}
