import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { MailState } from '#app/admin/outbox/mail-state.tsx'
import { mailsQuery } from '#app/admin/outbox/outbox-queries.ts'
import {
  MAIL_KINDS,
  mailListOptions,
  OUTBOX_TABLE,
  type OutboxFilter,
  type OutboxSort,
  STATUS_OPTIONS,
} from '#app/admin/outbox/outbox-table.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { type Column, DataTable } from '#app/admin/table/data-table.tsx'
import { showResults } from '#app/admin/table/show-results.ts'
import { TableFilter } from '#app/admin/table/table-filter.tsx'
import { TablePages } from '#app/admin/table/table-pages.tsx'
import { TableSearch } from '#app/admin/table/table-search.tsx'
import { TableSkeleton } from '#app/admin/table/table-skeleton.tsx'
import type { TableState } from '#app/admin/table/use-table-address.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { MailSummary } from '#core/data/mail-deliveries.ts'
import { splitLinkedText } from '#core/i18n/linked-text.ts'

const KIND_NAMES = new Map<string, string>(MAIL_KINDS)

interface MailTableProps {
  table: TableState<OutboxSort, OutboxFilter>
  results: React.RefObject<HTMLElement | null>
}

/** The mails of the last thirty days. */
export function MailTable({ table, results }: MailTableProps) {
  const { address, linkTo, change } = table
  const mails = useQuery({ ...mailsQuery(mailListOptions(address)), placeholderData: keepPreviousData })
  const isFiltered = address.search !== '' || Object.values(address.filters).some(Boolean)

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
      cell: ({ status, last_error }) => (
        <>
          <MailState status={status} />
          {last_error && status !== 'sent' && (
            <span className="mt-0.5 block text-faint text-xs">{last_error}</span>
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
    <>
      <search className="mb-5 flex flex-wrap gap-4">
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
      </search>
      <section ref={results} tabIndex={-1} aria-label={t('outbox.mails')} className="scroll-mt-4">
        <QueryView query={mails} what={t('outbox.what')} pending={<TableSkeleton />}>
          {({ rows, total }) => (
            <>
              <DataTable
                caption={t('outbox.caption')}
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
                sort={address.sort}
                onSort={(sort) => change({ sort })}
                stale={mails.isPlaceholderData}
                empty={
                  total > 0 ? (
                    <p className="text-sm text-soft">{t('table.emptyPage')}</p>
                  ) : isFiltered ? (
                    <NoMatch
                      to={linkTo({ search: '', filters: { status: null, kind: null } })}
                      onFollow={() => showResults(results.current)}
                    />
                  ) : (
                    <EmptyOutbox />
                  )
                }
              />
              <TablePages
                label={t('outbox.pages')}
                page={address.page}
                pageSize={OUTBOX_TABLE.pageSize}
                total={total}
                linkTo={linkTo}
                onTurn={() => showResults(results.current)}
              />
            </>
          )}
        </QueryView>
      </section>
    </>
  )
}

function NoMatch({ to, onFollow }: { to: string; onFollow: () => void }) {
  const { before, link, after } = splitLinkedText(t('outbox.noMatch'))
  return (
    <p className="text-sm text-soft">
      {before}
      <Link to={to} preventScrollReset onClick={onFollow} className="text-ink underline underline-offset-4">
        {link}
      </Link>
      {after}
    </p>
  )
}

function EmptyOutbox() {
  return (
    <div className="max-w-prose">
      <p className="font-display font-medium text-title-sm">{t('outbox.empty.title')}</p>
      <p className="mt-1.5 text-sm text-soft">{t('outbox.empty.body')}</p>
    </div>
  )
}
