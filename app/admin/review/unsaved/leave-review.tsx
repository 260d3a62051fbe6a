import { LeaveDialog } from '#app/admin/article/unsaved/leave-dialog.tsx'
import { useLeaveBlocker } from '#app/admin/article/unsaved/use-leave-blocker.ts'
import { t } from '#app/admin/messages.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import type { KeptReview } from '#app/admin/review/unsaved/use-kept-review.ts'

interface LeaveReviewProps {
  draft: ReviewDraft
  kept: KeptReview
}

/** Asks before a review with unsaved work is left. What was changed stays in this browser unless the editor discards it. */
export function LeaveReview({ draft, kept }: LeaveReviewProps) {
  const blocker = useLeaveBlocker(() => draft.summary().changed > 0, { search: true })
  if (blocker.state !== 'blocked') return null
  return (
    <LeaveDialog
      blocker={blocker}
      title={t('review.leave.title')}
      text={t(kept.hasFailed ? 'review.leave.notKept' : 'review.leave.text')}
      discardLabel={t('review.leave.discard')}
      discard={kept.discard}
      keep={kept.hasFailed ? null : kept.flush}
    />
  )
}
