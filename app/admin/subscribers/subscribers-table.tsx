import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import UserPlus from 'lucide-react/icons/user-plus'
import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { AddSubscriberDialog } from '#app/admin/subscribers/add-subscriber-dialog.tsx'
import { ImportDialog } from '#app/admin/subscribers/import-dialog.tsx'
import { useSubscriberColumns } from '#app/admin/subscribers/subscriber-columns.tsx'
import {
  ACTIVITY_OPTIONS,
  LANGUAGE_OPTIONS,
  LEFT_OPTIONS,
  STATUS_OPTIONS,
  SUBSCRIBER_LIST,
  subscriberCountsQuery,
  subscriberListOptions,
  subscribersQuery,
} from '#app/admin/subscribers/subscribers-queries.ts'
import { DataTable } from '#app/admin/table/data-table.tsx'
import { useTableAddress } from '#app/admin/table/table-address.ts'
import { TableFilter, TableSearch } from '#app/admin/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/table/table-view.tsx'
import { useDownload } from '#app/admin/ui/use-download.ts'
import { Button } from '#app/components/ui/button.tsx'
import { exportSubscribers } from '#core/data/desk-subscribers.ts'

/** The subscribers of the newsletter with everything that can be done with them, below a heading. Its address is a part of the page's. */
export function SubscribersTable() {
  const table = useTableAddress(SUBSCRIBER_LIST, { keepsOthers: true })
  const { address, change } = table
  const { filters } = address
  const options = subscriberListOptions(address)
  const results = useRef<HTMLElement>(null)
  const chosen = useQuery(subscriberCountsQuery).data?.languages.map(({ language }) => language) ?? []
  const languages = [...useOfferedLanguages(), ...chosen, filters.readers]
  const [imports, setImports] = useState(false)
  const [adds, setAdds] = useState(false)
  const subscribers = useQuery({ ...subscribersQuery(options), placeholderData: keepPreviousData })
  const exporting = useDownload((client) => exportSubscribers(client, options), {
    name: 'subscribers.csv',
    type: 'text/csv',
    done: t('subscribers.export.done'),
  })
  const { columns, dialog } = useSubscriberColumns(results, subscribers.isError)

  return (
    <section aria-labelledby="subscribers-heading">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="subscribers-heading" className="font-display font-medium text-title">
          {t('subscribers.title')}
        </h2>
        <div className="flex flex-wrap gap-2.5">
          <Button variant="secondary" size="sm" onClick={() => setAdds(true)}>
            <UserPlus aria-hidden size={16} />
            {t('subscribers.add.open')}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setImports(true)}>
            <Upload aria-hidden size={16} />
            {t('subscribers.import.open')}
          </Button>
          <Button variant="secondary" size="sm" aria-disabled={exporting.busy} onClick={exporting.run}>
            <Download aria-hidden size={16} />
            {t(table.isFiltered ? 'subscribers.export.shown' : 'subscribers.export.all')}
          </Button>
        </div>
      </div>
      <TableView
        table={table}
        query={subscribers}
        label={t('subscribers.caption')}
        what={t('subscribers.what')}
        pages={t('subscribers.pages')}
        results={results}
        controls={
          <>
            <TableSearch
              label={t('subscribers.search')}
              value={address.search}
              onSearch={(search) => change({ search }, { replace: true })}
            />
            <TableFilter
              label={t('subscribers.filter.status')}
              options={STATUS_OPTIONS}
              value={filters.status}
              onFilter={(status) => change({ filters: { ...filters, status } })}
            />
            <TableFilter
              label={t('subscribers.filter.activity')}
              options={ACTIVITY_OPTIONS}
              value={filters.activity}
              onFilter={(activity) => change({ filters: { ...filters, activity } })}
            />
            <TableFilter
              label={t('subscribers.filter.language')}
              options={LANGUAGE_OPTIONS.filter(([code]) => languages.includes(code))}
              value={filters.readers}
              onFilter={(readers) => change({ filters: { ...filters, readers } })}
            />
            <TableFilter
              label={t('subscribers.filter.left')}
              options={LEFT_OPTIONS}
              value={filters.left}
              onFilter={(left) => change({ filters: { ...filters, left } })}
            />
          </>
        }
        noMatch={{ text: t('subscribers.noMatch'), showAll: t('subscribers.showAll') }}
        empty={<EmptyTable title={t('subscribers.empty.title')}>{t('subscribers.empty.body')}</EmptyTable>}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption={t('subscribers.caption')}
            columns={columns}
            keyOf={({ id }) => id}
            columnsFrom="xl"
          />
        )}
      </TableView>
      {dialog}
      {adds && <AddSubscriberDialog onClose={() => setAdds(false)} />}
      {imports && <ImportDialog onClose={() => setImports(false)} />}
    </section>
  )
}
