import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import { t } from '#app/admin/kit/messages.ts'
import { LEFT_NAMES } from '#app/admin/subscribers/subscribers-queries.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import type { Fault } from '#core/domain/subscriber-record.ts'
import { htmlTime } from '#core/i18n/dates.ts'

const STATE = 'inline-flex items-start gap-1.5'

/** Says whether a subscriber has confirmed the address. */
export function ConfirmationState({ confirmed }: Pick<NewsletterSubscriber, 'confirmed'>) {
  const Icon = confirmed ? CircleCheck : Clock
  return (
    <span className={`${STATE} ${confirmed ? 'text-green' : 'text-orange'}`}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      {t(confirmed ? 'subscribers.state.confirmed' : 'subscribers.state.pending')}
    </span>
  )
}

/** Says whether the subscription is active, and why not. */
export function SubscriptionState({
  is_active,
  left_reason,
}: Pick<NewsletterSubscriber, 'is_active' | 'left_reason'>) {
  const Icon = is_active ? CircleCheck : left_reason === 'bounced' ? CircleX : CircleMinus
  return (
    <span className={`${STATE} ${is_active ? 'text-green' : 'text-faint'}`}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>
        {t(is_active ? 'subscribers.state.active' : 'subscribers.state.unsubscribed')}
        {left_reason && <span className="block text-xs">{LEFT_NAMES[left_reason]}</span>}
      </span>
    </span>
  )
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' })
const SECOND = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** A day as lists of subscribers show it, `Nov 05, 2026`, in the editor's time zone. */
export function SubscriberDate({ iso }: { iso: string }) {
  const moment = new Date(iso)
  return (
    <time dateTime={htmlTime(iso)} title={SECOND.format(moment)}>
      {DAY.format(moment)}
    </time>
  )
}

/** The reasons why a mail came back, in words. */
export const FAULT_NAMES: Record<Fault, string> = {
  gone: t('subscribers.fault.gone'),
  full: t('subscribers.fault.full'),
  policy: t('subscribers.fault.policy'),
  content: t('subscribers.fault.content'),
  size: t('subscribers.fault.size'),
  network: t('subscribers.fault.network'),
  temporary: t('subscribers.fault.temporary'),
  unknown: t('subscribers.fault.unknown'),
}
