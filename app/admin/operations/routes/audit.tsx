import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useDownload } from '#app/admin/kit/query/use-download.ts'
import { type TableAddress, type TableSpec, useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/kit/table/table-view.tsx'
import { AuditEntries } from '#app/admin/operations/audit-entries.tsx'
import { SystemHeading } from '#app/admin/operations/system-part.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { exportAuditLog, listAuditEntries, listAuditedPeople } from '#core/data/audit-log.ts'
import type { PageOptions } from '#core/data/postgrest.ts'
import { AUDIT_KINDS, type AuditFilter, type AuditKind } from '#core/domain/audit-log.ts'

export default AuditLog

type AuditSort = 'time'
type AuditFilterName = 'who' | 'about' | 'from' | 'to'

const MAX_PERSON_CHARACTERS = 255
const EARLIEST_YEAR = 1970

const AUDIT_TABLE: TableSpec<AuditSort, AuditFilterName> = {
  sorts: [],
  defaultSort: { by: 'time', descending: true },
  filters: {
    who: (value) => value.length <= MAX_PERSON_CHARACTERS,
    about: AUDIT_KINDS,
    from: isDay,
    to: isDay,
  },
  pageSize: 50,
}

const KIND_NAMES: Record<AuditKind, string> = {
  articles: t('audit.kind.articles'),
  translations: t('audit.kind.translations'),
  work: t('audit.kind.work'),
  pages: t('audit.kind.pages'),
  pictures: t('audit.kind.pictures'),
  newsletter: t('audit.kind.newsletter'),
  subscribers: t('audit.kind.subscribers'),
  administrators: t('audit.kind.administrators'),
  settings: t('audit.kind.settings'),
}
const KIND_OPTIONS = AUDIT_KINDS.map((kind) => [kind, KIND_NAMES[kind]] as const)

const LIVE = { live: ['audit_log'], refuses: true } as const

const auditedPeopleQuery = deskQuery(['audit', 'people'], listAuditedPeople, LIVE)

/** The page of the audit log: search, filters and export. */
function AuditLog() {
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

/** Returns whether a text is a day as a date field writes it. */
function isDay(text: string): boolean {
  const start = startOf(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && start !== null && start.getFullYear() >= EARLIEST_YEAR
}

/** The beginning of a day, or of one after it, in the zone of the editor. */
function startOf(day: string, daysLater = 0): Date | null {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date + daysLater)
  return Number.isNaN(start.getTime()) || (daysLater === 0 && start.getDate() !== date) ? null : start
}

/** The query for an address of the list. */
function auditOptions({
  search,
  filters,
  page,
}: TableAddress<AuditSort, AuditFilterName>): AuditFilter & PageOptions {
  return {
    search,
    person: filters.who,
    kind: filters.about as AuditKind | null,
    from: (filters.from && startOf(filters.from)?.toISOString()) || null,
    until: (filters.to && startOf(filters.to, 1)?.toISOString()) || null,
    page,
    pageSize: AUDIT_TABLE.pageSize,
  }
}

const auditQuery = (options: AuditFilter & PageOptions) =>
  deskQuery(['audit', 'list', options], (client) => listAuditEntries(client, options), LIVE)
