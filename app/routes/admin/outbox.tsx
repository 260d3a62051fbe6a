import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useRef } from 'react'
import { t } from '#app/admin/messages.ts'
import { MailDomainCard } from '#app/admin/newsletter/mail-domain-card.tsx'
import { HealthCheck } from '#app/admin/outbox/health-check.tsx'
import { MailNotice } from '#app/admin/outbox/mail-notice.tsx'
import { MailPage } from '#app/admin/outbox/mail-page.tsx'
import { MailTable, TroubledNotice } from '#app/admin/outbox/mail-table.tsx'
import { OUTBOX_KEY, OUTBOX_TABLE, TROUBLED } from '#app/admin/outbox/outbox-queries.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { useTableAddress } from '#app/admin/table/table-address.ts'
import { showResults } from '#app/admin/table/table-view.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Route } from './+types/outbox.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('outbox.title'), matches)

export default function Outbox() {
  const table = useTableAddress(OUTBOX_TABLE)
  const { open } = table.address
  const list = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  const lastOpen = useRef(open)

  // After a mail is closed, its row gets focus.
  useEffect(() => {
    const id = lastOpen.current
    lastOpen.current = open
    if (!open && id) list.current?.querySelector<HTMLElement>(`[data-mail="${id}"]`)?.focus()
  }, [open])

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
