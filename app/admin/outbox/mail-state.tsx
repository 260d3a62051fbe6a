import type { LucideIcon } from 'lucide-react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Send from 'lucide-react/icons/send'
import { MAIL_STATUSES } from '#app/admin/outbox/outbox-queries.ts'
import type { MailStatus } from '#core/domain/mail.ts'

const LOOKS: Record<MailStatus, { Icon: LucideIcon; colour: string }> = {
  queued: { Icon: Clock, colour: 'text-faint' },
  sending: { Icon: Send, colour: 'text-blue' },
  sent: { Icon: CircleCheck, colour: 'text-green' },
  failed: { Icon: CircleX, colour: 'text-red' },
  uncertain: { Icon: CircleAlert, colour: 'text-orange' },
}

/** The status of a mail as a badge. */
export function MailState({ status }: { status: MailStatus }) {
  const { Icon, colour } = LOOKS[status]
  return (
    <span className={`inline-flex items-start gap-1.5 ${colour}`}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      {MAIL_STATUSES[status]}
    </span>
  )
}
