import { useRef } from 'react'
import { CoverageHeading } from '#app/admin/coverage/coverage-heading.tsx'
import { CoverageList } from '#app/admin/coverage/coverage-list.tsx'
import { CoveragePresets } from '#app/admin/coverage/coverage-presets.tsx'
import { COVERAGE_TABLE } from '#app/admin/coverage/coverage-table.ts'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { showResults } from '#app/admin/table/show-results.ts'
import { useTableAddress } from '#app/admin/table/use-table-address.ts'
import type { Route } from './+types/translations.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('coverage.title'), matches)

export default function Translations() {
  const table = useTableAddress(COVERAGE_TABLE)
  const results = useRef<HTMLElement>(null)
  return (
    <>
      <CoverageHeading />
      <CoveragePresets onFollow={() => showResults(results.current)} />
      <CoverageList table={table} results={results} />
    </>
  )
}
