import { keepPreviousData, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import { type TableState, useFocusAfterClose, useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, showResults, TableView } from '#app/admin/kit/table/table-view.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import {
  MAIL_KINDS,
  mailListOptions,
  mailsQuery,
  OUTBOX_KEY,
  OUTBOX_TABLE,
  type OutboxFilter,
  type OutboxSort,
  STATUS_OPTIONS,
  TROUBLED,
  troubledMailsQuery,
} from '#app/admin/mail/mail-queries.ts'
import { HealthCheck } from '#app/admin/mail/outbox/health-check.tsx'
import { MailDomainCard } from '#app/admin/mail/outbox/mail-domain-card.tsx'
import { MailNotice } from '#app/admin/mail/outbox/mail-notice.tsx'
import { MailPage } from '#app/admin/mail/outbox/mail-page.tsx'
import { MailState } from '#app/admin/mail/outbox/mail-state.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { MailSummary } from '#core/data/mails.ts'
import { splitLinkedText } from '#core/i18n/translator.ts'

export default function Outbox() {
  const table = useTableAddress(OUTBOX_TABLE)
  const { open } = table.address
  const list = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  useFocusAfterClose(open, (id) => list.current?.querySelector<HTMLElement>(`[data-mail="${id}"]`)?.focus())

  return (
    <div ref={list}>
      <div className="mb-6 flex items-start justify-between gap-4">
        <h1 className="font-display font-medium text-title-lg">{t('outbox.title')}</h1>
      </div>
      <MailNotice />
      {open ? (
        <MailPage key={open} id={open} backTo={table.linkTo({ open: null })} />
      ) : (
        <>
          <PageSection id="health" title={t('newsletter.health')} intro={t('newsletter.health.intro')}>
            <HealthCheck />
          </PageSection>
          <MailDomainCard />
          <div className="mb-5 flex items-center justify-between gap-4 border-line border-t pt-8">
            <h2 id="outbox" tabIndex={-1} className="font-display font-medium text-title">
              {t('outbox.list')}
            </h2>
            <RefreshButton />
          </div>
          {table.address.filters.status !== TROUBLED && (
            <TroubledNotice
              to={table.linkTo({ filters: { status: TROUBLED, kind: null }, search: '' })}
              onFollow={() => showResults(results.current)}
            />
          )}
          <MailTable table={table} results={results} />
        </>
      )}
    </div>
  )
}

function RefreshButton() {
  const queries = useQueryClient()
  const busy = useIsFetching({ queryKey: OUTBOX_KEY }) > 0
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-disabled={busy}
      onClick={() => busy || void queries.invalidateQueries({ queryKey: OUTBOX_KEY })}
    >
      <RefreshCw aria-hidden size={15} className={busy ? 'animate-spin' : ''} />
      {t('outbox.refresh')}
    </Button>
  )
}

const KIND_NAMES = new Map<string, string>(MAIL_KINDS)

interface MailTableProps {
  table: TableState<OutboxSort, OutboxFilter>
  results: React.RefObject<HTMLElement | null>
}

/** The mails of the last thirty days. */
function MailTable({ table, results }: MailTableProps) {
  const { address, linkTo } = table
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
        <TableControls
          table={table}
          search={t('outbox.search')}
          filters={[
            { name: 'status', label: t('outbox.statusLabel'), options: STATUS_OPTIONS },
            { name: 'kind', label: t('outbox.kindLabel'), options: MAIL_KINDS },
          ]}
        />
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
function TroubledNotice({ to, onFollow }: { to: string; onFollow: () => void }) {
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
