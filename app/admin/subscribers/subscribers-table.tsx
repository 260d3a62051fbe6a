import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import UserPlus from 'lucide-react/icons/user-plus'
import { useRef, useState } from 'react'
import { EmailField } from '#app/admin/kit/form/account-fields.tsx'
import { FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDownload } from '#app/admin/kit/query/use-download.ts'
import { DataTable } from '#app/admin/kit/table/data-table.tsx'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/kit/table/table-view.tsx'
import { useMailLeaves } from '#app/admin/mail/outbox/outbox-queries.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { ImportDialog } from '#app/admin/subscribers/import-dialog.tsx'
import { useSubscriberColumns } from '#app/admin/subscribers/subscriber-columns.tsx'
import {
  ACTIVITY_OPTIONS,
  LANGUAGE_OPTIONS,
  LEFT_OPTIONS,
  STATUS_OPTIONS,
  SUBSCRIBER_LIST,
  SUBSCRIBER_LISTS,
  subscriberCountsQuery,
  subscriberListOptions,
  subscribersQuery,
} from '#app/admin/subscribers/subscribers-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { addSubscriber, exportSubscribers } from '#core/data/desk-subscribers.ts'
import { subscriberInput } from '#core/domain/subscriber-input.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

/** The subscribers of the newsletter with everything that can be done with them, below a heading. Its address is a part of the page's. */
export function SubscribersTable() {
  const table = useTableAddress(SUBSCRIBER_LIST, { keepsOthers: true })
  const options = subscriberListOptions(table.address)
  const results = useRef<HTMLElement>(null)
  const chosen = useQuery(subscriberCountsQuery).data?.languages.map(({ language }) => language) ?? []
  const languages = [...useOfferedLanguages(), ...chosen, table.address.filters.readers]
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
          <TableControls
            table={table}
            search={t('subscribers.search')}
            filters={[
              { name: 'status', label: t('subscribers.filter.status'), options: STATUS_OPTIONS },
              { name: 'activity', label: t('subscribers.filter.activity'), options: ACTIVITY_OPTIONS },
              {
                name: 'readers',
                label: t('subscribers.filter.language'),
                options: LANGUAGE_OPTIONS.filter(([code]) => languages.includes(code)),
              },
              { name: 'left', label: t('subscribers.filter.left'), options: LEFT_OPTIONS },
            ]}
          />
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

/** A refusal of the server, whose sentence is shown at the address. */
class AddressRefused extends Error {}

/** Adds one subscriber, who gets the confirmation mail. */
function AddSubscriberDialog({ onClose }: { onClose: () => void }) {
  const { toast } = useToast()
  const offered = useOfferedLanguages()
  const stays = useMailLeaves() === false
  const add = useDeskMutation({ run: addSubscriber, invalidates: SUBSCRIBER_LISTS })
  const state = useDeskForm({
    schema: subscriberInput,
    initial: { email: '', language: DEFAULT_LANGUAGE },
    async submit(values) {
      const added = await add.mutateAsync(values)
      if (added.status === 'refused') throw new AddressRefused(added.message)
      const { email } = values
      toast({
        title: t('ui.success'),
        description: t(stays ? 'subscribers.add.addedStays' : 'subscribers.add.added', { email }),
      })
      onClose()
    },
    placeError: (error) =>
      error instanceof AddressRefused ? { field: 'email', message: error.message, select: true } : null,
  })
  const { register, formState } = state.form
  return (
    <FormDialog
      title={t('subscribers.add.title')}
      intro={<p className="mb-5 text-sm text-soft">{t('subscribers.add.intro')}</p>}
      state={state}
      action={t('subscribers.add.action')}
      onClose={onClose}
    >
      <FormField
        state={state}
        name="email"
        as={EmailField}
        label={t('subscribers.add.email')}
        autoComplete="off"
      />
      <Field label={t('subscribers.add.language')} error={formState.errors.language?.message}>
        {(control) => (
          <SelectControl {...register('language')} {...control}>
            {LANGUAGE_OPTIONS.filter(([code]) => offered.includes(code)).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
    </FormDialog>
  )
}
