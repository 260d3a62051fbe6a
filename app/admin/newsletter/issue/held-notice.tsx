import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import type { NewsletterIssue } from '#core/domain/newsletter-issue.ts'

interface HeldNoticeProps {
  issue: NewsletterIssue
  mustBeApproved: boolean
}

/** Why an issue does not go out by itself, and what can be done about it. */
export function HeldNotice({ issue, mustBeApproved }: HeldNoticeProps) {
  const { held_reason: reason, status } = issue
  return (
    <div role="status">
      {reason !== null && (
        <Notice tone="problem" className="mb-8" title={t('newsletter.held.title')}>
          <p className="wrap-anywhere">{reason}</p>
          <p>{describeWay()}</p>
        </Notice>
      )}
    </div>
  )

  function describeWay(): string {
    if (status === 'draft') return t('newsletter.held.draft')
    if (status !== 'paused') return t('newsletter.held.text')
    return t(mustBeApproved ? 'newsletter.held.changed' : 'newsletter.held.paused')
  }
}
