import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useRef } from 'react'
import { AuditEntries } from '#app/admin/audit/audit-entries.tsx'
import {
  AUDIT_TABLE,
  type AuditFilterName,
  auditedPeopleQuery,
  auditOptions,
  auditQuery,
  KIND_OPTIONS,
} from '#app/admin/audit/audit-queries.ts'
import { t } from '#app/admin/messages.ts'
import { SystemHeading } from '#app/admin/system/system-heading.tsx'
import { useTableAddress } from '#app/admin/table/table-address.ts'
import { TableControls } from '#app/admin/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/table/table-view.tsx'
import { useDownload } from '#app/admin/ui/use-download.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { exportAuditLog } from '#core/data/audit-log.ts'

/** The page of the audit log: search, filters and export. */
export function AuditLog() {
  const table = useTableAddress(AUDIT_TABLE)
  const { address, change } = table
  const options = auditOptions(address)
  const results = useRef<HTMLElement>(null)
  const entries = useQuery({ ...auditQuery(options), placeholderData: keepPreviousData })
  const { data: people = [] } = useQuery(auditedPeopleQuery)
  const exporting = useDownload((client) => exportAuditLog(client, options), {
    name: 'audit-log.csv',
    type: 'text/csv',
    done: t('audit.export.done'),
  })
  const day = (name: Extract<AuditFilterName, 'from' | 'to'>, label: string) => (
    <Field label={label} className="min-w-0 grow basis-36 sm:basis-44 sm:grow-0">
      {(control) => (
        <input
          {...control}
          type="date"
          value={address.filters[name] ?? ''}
          onChange={(event) =>
            change({ filters: { ...address.filters, [name]: event.target.value || null } })
          }
        />
      )}
    </Field>
  )
  return (
    <>
      <SystemHeading />
      <div className="mb-7 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-sm text-soft">{t('audit.intro')}</p>
        <Button variant="secondary" size="sm" aria-disabled={exporting.busy} onClick={exporting.run}>
          <Download aria-hidden size={16} />
          {t(table.isFiltered ? 'audit.export.shown' : 'audit.export')}
        </Button>
      </div>
      <TableView
        table={table}
        query={entries}
        label={t('audit.list')}
        what={t('audit.what')}
        pages={t('audit.pages')}
        results={results}
        controls={
          <>
            <TableControls
              table={table}
              search={t('audit.search')}
              filters={[
                {
                  name: 'who',
                  label: t('audit.filter.person'),
                  options: people.map(({ person, name }) => [person, name] as const),
                },
                { name: 'about', label: t('audit.filter.kind'), options: KIND_OPTIONS },
              ]}
            />
            {day('from', t('audit.filter.from'))}
            {day('to', t('audit.filter.until'))}
          </>
        }
        noMatch={{ text: t('audit.noMatch'), showAll: t('audit.showAll') }}
        empty={<EmptyTable title={t('audit.empty')}>{t('audit.empty.text')}</EmptyTable>}
      >
        {({ rows }) => <AuditEntries rows={rows} />}
      </TableView>
    </>
  )
}
