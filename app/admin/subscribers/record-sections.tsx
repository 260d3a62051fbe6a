import { t } from '#app/admin/messages.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { NewsletterDeliveryStatus } from '#core/domain/newsletter-issue.ts'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'

interface RecordSectionProps<Row> {
  id: string
  title: string
  intro: string
  rows: readonly Row[]
  /** What is said when there are no rows. */
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
