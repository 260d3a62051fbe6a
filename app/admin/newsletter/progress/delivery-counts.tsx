import { t } from '#app/admin/messages.ts'
import type { NewsletterDeliveryStatus } from '#core/domain/newsletter-issue.ts'

const NUMBER = new Intl.NumberFormat('en')

const STATUSES: readonly { status: NewsletterDeliveryStatus; name: string; tone: string }[] = [
  { status: 'sent', name: t('newsletterSending.status.sent'), tone: 'bg-green' },
  { status: 'failed', name: t('newsletterSending.status.failed'), tone: 'bg-red' },
  { status: 'uncertain', name: t('newsletterSending.status.uncertain'), tone: 'bg-orange' },
  { status: 'skipped', name: t('newsletterSending.status.skipped'), tone: 'bg-faint' },
  { status: 'sending', name: t('newsletterSending.status.sending'), tone: 'bg-blue' },
  { status: 'pending', name: t('newsletterSending.status.pending'), tone: 'bg-line' },
]

interface DeliveryCountsProps {
  counts: Record<NewsletterDeliveryStatus, number>
  audience: number
}

/** A bar of all messages by what is known of them, and the numbers. */
export function DeliveryCounts({ counts, audience }: DeliveryCountsProps) {
  const done = audience - counts.pending - counts.sending
  return (
    <>
      <div
        role="progressbar"
        aria-label={t('newsletterSending.progress')}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, audience)}
        aria-valuenow={done}
        className="flex h-2 overflow-hidden rounded-sm bg-line"
      >
        {STATUSES.filter(({ status }) => status !== 'pending').map(({ status, tone }) => (
          <div
            key={status}
            className={`h-full ${tone} transition-[width] duration-300 motion-reduce:transition-none`}
            style={{ width: `${audience > 0 ? (counts[status] / audience) * 100 : 0}%` }}
          />
        ))}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-6">
        {STATUSES.map(({ status, name, tone }) => (
          <div key={status}>
            <dt className="flex items-center gap-2 text-faint">
              <span aria-hidden className={`size-2 shrink-0 border border-edge/40 ${tone}`} />
              {name}
            </dt>
            <dd className="font-medium text-lg tabular-nums">{NUMBER.format(counts[status])}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
