import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { MailState } from '#app/admin/outbox/mail-state.tsx'
import {
  MAIL_KINDS,
  mailListOptions,
  mailsQuery,
  type OutboxFilter,
  type OutboxSort,
  STATUS_OPTIONS,
  troubledMailsQuery,
} from '#app/admin/outbox/outbox-queries.ts'
import { type Column, DataTable } from '#app/admin/table/data-table.tsx'
import type { TableState } from '#app/admin/table/table-address.ts'
import { TableFilter, TableSearch } from '#app/admin/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/table/table-view.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { MailSummary } from '#core/data/mails.ts'
import { splitLinkedText } from '#core/i18n/translator.ts'

const KIND_NAMES = new Map<string, string>(MAIL_KINDS)

interface MailTableProps {
  table: TableState<OutboxSort, OutboxFilter>
  results: React.RefObject<HTMLElement | null>
}

/** The mails of the last thirty days. */
export function MailTable({ table, results }: MailTableProps) {
  const { address, linkTo, change } = table
  const mails = useQuery({ ...mailsQuery(mailListOptions(address)), placeholderData: keepPreviousData })

  const columns: Column<MailSummary, OutboxSort>[] = [
    {
      name: t('outbox.recipient'),
      sort: 'recipient',
      isHeader: true,
      width: 'md:w-[31%]',
      cell: ({ id, recipient }) => (
        <Link
          to={linkTo({ open: id })}
          data-mail={id}
          className="underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {recipient}
        </Link>
      ),
    },
    {
      name: t('outbox.subject'),
      sort: 'subject',
      className: 'max-md:mt-0.5',
      cell: ({ subject, kind }) => (
        <>
          <span className="block">{subject}</span>
          <span className="mt-0.5 block text-faint text-xs">{KIND_NAMES.get(kind) ?? kind}</span>
        </>
      ),
    },
    {
      name: t('outbox.statusLabel'),
      width: 'md:w-[21%]',
      className: 'max-md:mt-1.5',
      cell: (mail) => (
        <>
          <MailState mail={mail} />
          {mail.last_error && mail.status !== 'sent' && (
            <span className="mt-0.5 block text-faint text-xs">{mail.last_error}</span>
          )}
        </>
      ),
    },
    {
      name: t('outbox.date'),
      sort: 'created_at',
      width: 'md:w-40',
      className: 'max-md:mt-1.5 text-faint md:whitespace-nowrap',
      cell: ({ created_at }) => <LocalTime iso={created_at} precision="minute" />,
    },
  ]

  return (
    <TableView
      table={table}
      query={mails}
      label={t('outbox.mails')}
      what={t('outbox.what')}
      pages={t('outbox.pages')}
      results={results}
      controls={
        <>
          <TableSearch
            label={t('outbox.search')}
            value={address.search}
            onSearch={(search) => change({ search }, { replace: true })}
          />
          <TableFilter
            label={t('outbox.statusLabel')}
            options={STATUS_OPTIONS}
            value={address.filters.status}
            onFilter={(status) => change({ filters: { ...address.filters, status } })}
          />
          <TableFilter
            label={t('outbox.kindLabel')}
            options={MAIL_KINDS}
            value={address.filters.kind}
            onFilter={(kind) => change({ filters: { ...address.filters, kind } })}
          />
        </>
      }
      noMatch={{ text: t('outbox.noMatch'), showAll: t('outbox.showAll') }}
      empty={<EmptyTable title={t('outbox.empty.title')}>{t('outbox.empty.body')}</EmptyTable>}
    >
      {(shown) => (
        <DataTable {...shown} caption={t('outbox.caption')} columns={columns} keyOf={({ id }) => id} />
      )}
    </TableView>
  )
}

/** Says how many mails failed or may not have arrived; renders nothing when there are none. */
export function TroubledNotice({ to, onFollow }: { to: string; onFollow: () => void }) {
  const { data: count = 0 } = useQuery(troubledMailsQuery)
  if (count === 0) return null
  const { before, link, after } = splitLinkedText(t('outbox.troubled.body'))
  return (
    <Notice tone="warning" className="mb-6" title={t('outbox.troubled.title', { count })}>
      <p>
        {before}
        <Link to={to} preventScrollReset onClick={onFollow} className="text-ink underline underline-offset-4">
          {link}
        </Link>
        {after}
      </p>
    </Notice>
  )
}
