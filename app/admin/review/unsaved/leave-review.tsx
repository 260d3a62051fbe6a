import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { t } from '#app/admin/messages.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import type { KeptReview } from '#app/admin/review/unsaved/use-kept-review.ts'
import { LOGIN_PATH } from '#app/admin/sign-in/admin-path.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface LeaveReviewProps {
  draft: ReviewDraft
  kept: KeptReview
}

/** Asks before a review with unsaved work is left. What was changed stays in this browser unless the editor discards it. */
export function LeaveReview({ draft, kept }: LeaveReviewProps) {
  const [isBusy, setIsBusy] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      draft.summary().changed > 0 &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search &&
      // Whoever logs out has ended the session already.
      nextLocation.pathname !== LOGIN_PATH,
  )

  useEffect(() => {
    function warn(event: BeforeUnloadEvent) {
      if (draft.summary().changed > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [draft])

  if (blocker.state !== 'blocked') return null

  async function leave(prepare: () => Promise<void>) {
    if (isBusy) return
    setIsBusy(true)
    await prepare().catch(() => {})
    setIsBusy(false)
    blocker.proceed?.()
  }

  return (
    <ModalDialog title={t('review.leave.title')} onClose={() => blocker.reset()}>
      <p className="text-sm text-soft">{t(kept.hasFailed ? 'review.leave.notKept' : 'review.leave.text')}</p>
      {/* The one that has the focus first loses nothing. */}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => blocker.reset()}>
          {t('review.leave.stay')}
        </Button>
        <Button
          variant="ghost"
          className="text-red"
          aria-disabled={isBusy}
          onClick={() => void leave(kept.discard)}
        >
          {t('review.leave.discard')}
        </Button>
        {!kept.hasFailed && (
          <Button aria-disabled={isBusy} onClick={() => void leave(kept.flush)}>
            {t('review.leave.leave')}
          </Button>
        )}
      </div>
    </ModalDialog>
  )
}
