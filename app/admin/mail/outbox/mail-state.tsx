import type { LucideIcon } from 'lucide-react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Inbox from 'lucide-react/icons/inbox'
import Send from 'lucide-react/icons/send'
import { t } from '#app/admin/kit/messages.ts'
import { MAIL_STATUSES } from '#app/admin/mail/mail-queries.ts'
import { isInOutbox, type MailStatus } from '#core/domain/mail.ts'

const LOOKS: Record<MailStatus, { Icon: LucideIcon; colour: string }> = {
  queued: { Icon: Clock, colour: 'text-faint' },
  sending: { Icon: Send, colour: 'text-blue' },
  sent: { Icon: CircleCheck, colour: 'text-green' },
  failed: { Icon: CircleX, colour: 'text-red' },
  uncertain: { Icon: CircleAlert, colour: 'text-orange' },
}

interface MailStateProps {
  mail: { status: MailStatus; transport: string | null }
}

/** The status of a mail as a badge; one that stayed in the outbox was not sent. */
export function MailState({ mail }: MailStateProps) {
  const isStored = isInOutbox(mail)
  const { Icon, colour } = isStored ? { Icon: Inbox, colour: 'text-soft' } : LOOKS[mail.status]
  return (
    <span className={`inline-flex items-start gap-1.5 ${colour}`}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      {isStored ? t('outbox.status.inOutbox') : MAIL_STATUSES[mail.status]}
    </span>
  )
}
