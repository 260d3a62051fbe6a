import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { SUBSCRIBERS_PATH } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDownload } from '#app/admin/kit/query/use-download.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { useNameOfEditor } from '#app/admin/stories/history/history-queries.ts'
import { SUBSCRIBER_LISTS } from '#app/admin/subscribers/subscribers-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { eraseSubscriber, exportSubscriber } from '#core/data/desk-subscribers.ts'
import type { NewsletterDeliveryStatus } from '#core/domain/newsletter-issue.ts'
import type { Consent, SubscriberRecord } from '#core/domain/subscriber-record.ts'

interface RecordSectionProps<Row> {
  id: string
  title: string
  intro: string
  rows: readonly Row[]
  /** The text when there are no rows. */
  none: string
  /** Below the rows. */
  note?: React.ReactNode
  /** A list item with a key. */
  children: (row: Row) => React.ReactNode
}

/** A list of records about a subscriber, the latest first. */
export function RecordSection<Row>({ rows, none, note, children, ...section }: RecordSectionProps<Row>) {
  return (
    <PageSection {...section}>
      {rows.length === 0 ? (
        <p className="text-sm text-soft">{none}</p>
      ) : (
        <ol className="divide-y divide-line border-line border-y text-sm">{rows.map(children)}</ol>
      )}
      {note}
    </PageSection>
  )
}

const STATUSES: Record<NewsletterDeliveryStatus, string> = {
  pending: t('subscribers.person.delivery.pending'),
  sending: t('subscribers.person.delivery.sending'),
  sent: t('subscribers.person.delivery.sent'),
  failed: t('subscribers.person.delivery.failed'),
  uncertain: t('subscribers.person.delivery.uncertain'),
  skipped: t('subscribers.person.delivery.skipped'),
  empty: t('subscribers.person.delivery.empty'),
}

/** The issues sent to a subscriber, each with its delivery status. */
export function IssuesSection({ subscriber }: { subscriber: SubscriberRecord }) {
  const { deliveries, deliveries_total: total } = subscriber
  return (
    <RecordSection
      id="issues"
      title={t('subscribers.person.issues')}
      intro={t('subscribers.person.issues.intro')}
      rows={deliveries}
      none={t('subscribers.person.issues.none')}
      note={
        total > deliveries.length && (
          <p className="mt-2 text-faint text-sm">
            {t('subscribers.person.issues.more', {
              shown: deliveries.length,
              total: total.toLocaleString('en-US'),
            })}
          </p>
        )
      }
    >
      {({ id, subject, language, status, into_outbox, reason, started_at, settled_at }) => (
        <li key={id} className="grid gap-x-5 gap-y-0.5 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
          <span lang={language} className="min-w-0 wrap-anywhere">
            {subject || t('subscribers.person.noSubject')}
          </span>
          <span className="text-soft">
            {into_outbox && status === 'sent' ? t('subscribers.person.delivery.outbox') : STATUSES[status]}
            {(settled_at ?? started_at) && (
              <>
                {' '}
                <span className="text-faint">
                  <LocalTime iso={settled_at ?? started_at ?? ''} precision="minute" />
                </span>
              </>
            )}
          </span>
          {reason && <span className="text-faint text-xs wrap-anywhere sm:col-span-2">{reason}</span>}
        </li>
      )}
    </RecordSection>
  )
}

/** The recorded consent of a subscriber, and the last request in their name. */
export function ConsentSection({ subscriber }: { subscriber: SubscriberRecord }) {
  const { consent, requested_consent, chosen_sections: chosen, open_links } = subscriber
  const isRecorded = Object.keys(consent).length > 0
  const isRequested = Object.keys(requested_consent).length > 0
  return (
    <PageSection
      id="consent"
      title={t('subscribers.person.consent')}
      intro={t('subscribers.person.consent.intro')}
    >
      {isRecorded ? (
        <ConsentFacts consent={consent} />
      ) : (
        <p className="text-sm text-soft">{t('subscribers.person.consent.none')}</p>
      )}
      {chosen.at && (
        <Facts>
          <Fact name={t('subscribers.person.sections.chosen')}>
            {chosen.sections} · <LocalTime iso={chosen.at} precision="minute" />
          </Fact>
          {chosen.ip && <Fact name={t('subscribers.person.sections.chosenFrom')}>{chosen.ip}</Fact>}
        </Facts>
      )}
      {isRequested && (
        <>
          <h3 className="mt-6 font-semibold text-sm">{t('subscribers.person.requested')}</h3>
          <p className="mt-1 mb-2 text-sm text-soft">{t('subscribers.person.requested.intro')}</p>
          <ConsentFacts consent={requested_consent} />
        </>
      )}
      {open_links > 0 && (
        <p className="mt-4 text-sm text-soft">{t('subscribers.person.openLinks', { count: open_links })}</p>
      )}
    </PageSection>
  )
}

function ConsentFacts({ consent }: { consent: Consent }) {
  const nameOf = useNameOfEditor()
  const { asked, at, ip, source, confirmed_at, confirmed_ip, added_by, imported_at, imported_by } = consent
  return (
    <Facts>
      {asked && <Fact name={t('subscribers.person.asked')}>{asked}</Fact>}
      {source && <Fact name={t('subscribers.person.source')}>{source}</Fact>}
      {at && (
        <Fact name={t('subscribers.person.askedAt')}>
          <LocalTime iso={at} precision="minute" />
        </Fact>
      )}
      {added_by && <Fact name={t('subscribers.person.addedBy')}>{nameOf(added_by)}</Fact>}
      {ip && <Fact name={t('subscribers.person.ip')}>{ip}</Fact>}
      {confirmed_at && (
        <Fact name={t('subscribers.person.confirmed')}>
          <LocalTime iso={confirmed_at} precision="minute" />
        </Fact>
      )}
      {confirmed_ip && <Fact name={t('subscribers.person.confirmedIp')}>{confirmed_ip}</Fact>}
      {imported_at && (
        <Fact name={t('subscribers.person.importedAt')}>
          <LocalTime iso={imported_at} precision="minute" />
        </Fact>
      )}
      {imported_by && <Fact name={t('subscribers.person.importedBy')}>{nameOf(imported_by)}</Fact>}
    </Facts>
  )
}

/** A list of facts with their names. */
export function Facts({ children }: { children: React.ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">{children}</dl>
  )
}

export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

/** Downloads all data about a subscriber as a file (GDPR, Art. 15). */
export function ExportSection({ subscriber }: { subscriber: Pick<SubscriberRecord, 'id'> }) {
  const { busy, run } = useDownload(
    async (client) => `${JSON.stringify(await exportSubscriber(client, subscriber.id), null, 2)}\n`,
    { name: `subscriber-${subscriber.id}.json`, type: 'application/json' },
  )

  return (
    <PageSection
      id="export"
      title={t('subscribers.person.export.title')}
      intro={t('subscribers.person.export.intro')}
    >
      <Button variant="secondary" aria-disabled={busy} onClick={run}>
        {busy ? t('ui.oneMoment') : t('subscribers.person.export')}
      </Button>
    </PageSection>
  )
}

/** Erases a subscriber on request (GDPR, Art. 17), and returns to the list. */
export function EraseSection({ subscriber }: { subscriber: Pick<SubscriberRecord, 'id' | 'email'> }) {
  const navigate = useNavigate()
  const { toast } = useToast()
  const [asks, setAsks] = useState(false)
  const isErased = useRef(false)
  const erase = useDeskMutation({ run: eraseSubscriber, invalidates: SUBSCRIBER_LISTS })

  async function confirm() {
    await erase.mutateAsync(subscriber.id)
    isErased.current = true
    toast({ title: t('ui.success'), description: t('subscribers.person.erase.done') })
  }

  return (
    <PageSection id="erase" title={t('subscribers.person.erase')} intro={t('subscribers.person.erase.intro')}>
      <Button variant="destructive" onClick={() => setAsks(true)}>
        {t('subscribers.person.erase.action')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('subscribers.person.erase.title')}
          action={t('subscribers.person.erase.action')}
          onConfirm={confirm}
          onClose={() => {
            setAsks(false)
            if (isErased.current) void navigate(SUBSCRIBERS_PATH)
          }}
        >
          <p className="wrap-anywhere">{t('subscribers.person.erase.body', { email: subscriber.email })}</p>
        </ConfirmDialog>
      )}
    </PageSection>
  )
}
