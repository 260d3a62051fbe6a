import { t } from '#app/admin/messages.ts'
import { Badge, type BadgeTone } from '#app/components/ui/badge.tsx'
import type { IssueStatus } from '#core/domain/newsletter-issue.ts'

const LOOKS: Record<IssueStatus, [tone: BadgeTone, label: string]> = {
  draft: ['grey', t('newsletter.status.draft')],
  approved: ['blue', t('newsletter.status.approved')],
  scheduled: ['blue', t('newsletter.status.scheduled')],
  sending: ['purple', t('newsletter.status.sending')],
  paused: ['orange', t('newsletter.status.paused')],
  sent: ['green', t('newsletter.status.sent')],
  cancelled: ['grey', t('newsletter.status.cancelled')],
}

/** Where an issue is on its way; one that is held waits for a decision, whatever its state. */
export function IssueStatusBadge({ status, isHeld }: { status: IssueStatus; isHeld: boolean }) {
  const [tone, label] = isHeld ? (['red', t('newsletter.status.held')] as const) : LOOKS[status]
  return (
    <Badge look="plain" tone={tone}>
      {label}
    </Badge>
  )
}
