import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import type { Placed } from '#app/admin/review/draft/place-kept.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import { useSummary } from '#app/admin/review/draft/use-review-draft.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** Says that what was not saved before is here again. */
export function RestoredNotice({ draft, restored }: { draft: ReviewDraft; restored: Placed }) {
  const isDirty = useSummary(draft, ({ changed }) => changed > 0)
  const [isAsking, setIsAsking] = useState(false)
  const count = new Set(restored.mine.map(({ position }) => position)).size
  return (
    <div role="status">
      {isDirty && count > 0 && (
        <Notice tone="warning" className="mb-6" title={t('review.restored.title')}>
          <p>{t('review.restored.text', { count })}</p>
          <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
            {t('review.restored.discard')}
          </Button>
        </Notice>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('review.restored.discardTitle')}
          action={t('review.restored.discard')}
          onConfirm={async () => draft.reset()}
          onClose={() => setIsAsking(false)}
        >
          <p>{t('review.restored.discardText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
