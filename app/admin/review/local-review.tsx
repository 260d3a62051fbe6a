import { useMemo, useRef, useState } from 'react'
import { LeaveDialog, useLeaveBlocker } from '#app/admin/article/unsaved/leave-dialog.tsx'
import { openLocalDraftCopies, useLocalCopies } from '#app/admin/article/unsaved/use-local-copies.ts'
import { t } from '#app/admin/messages.ts'
import type { RebasedRows, UnsavedRow } from '#app/admin/review/draft/rebase-rows.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import { useSummary } from '#app/admin/review/draft/use-review-draft.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

/** What was changed in an opened review and not saved. */
interface ReviewCopy {
  /** The administrator who changed it; another one in this browser does not see it. */
  owner: string
  originalId: string
  language: TranslatedLanguage
  /** Of the review that it was begun with. */
  version: string
  rows: UnsavedRow[]
}

const copies = openLocalDraftCopies<ReviewCopy>('admin-unsaved-reviews')

interface LocalReview {
  /** Whether this browser does not keep what is typed. */
  hasFailed: boolean
  /** What was put back when the review was opened; null when there was nothing. */
  restored: RebasedRows | null
  flush: () => Promise<void>
  /** Forgets what was changed, for good. */
  discard: () => Promise<void>
}

/** Keeps what is changed in a review in this browser until it is saved, and puts it back when it was not. */
export function useLocalReview(draft: ReviewDraft, owner: string): LocalReview {
  const isDiscarded = useRef(false)
  const source = useMemo(
    () => ({
      subscribe: draft.subscribe,
      unsaved() {
        const { original, language, version } = draft.review()
        const rows = isDiscarded.current ? [] : draft.unsavedRows()
        return rows.length > 0 ? { owner, originalId: original.id, language, version, rows } : null
      },
      copies,
      isCopy(copy: ReviewCopy) {
        const { original, language } = draft.review()
        return copy.owner === owner && copy.originalId === original.id && copy.language === language
      },
      restore(left: ReviewCopy[]) {
        const placed: RebasedRows = { mine: [], clashes: [], lost: [] }
        for (const { rows } of left.toReversed()) {
          const { mine, clashes, lost } = draft.restore(rows)
          placed.mine.push(...mine)
          placed.clashes.push(...clashes)
          placed.lost.push(...lost)
        }
        return placed
      },
    }),
    [draft, owner],
  )
  const { hasFailed, restored, autosave } = useLocalCopies(source)
  return {
    hasFailed,
    restored,
    flush: () => autosave.flush(),
    async discard() {
      isDiscarded.current = true
      autosave.schedule(null)
      await autosave.flush()
    },
  }
}

interface LeaveReviewProps {
  draft: ReviewDraft
  kept: LocalReview
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

/** Says that what was not saved before is here again. */
export function RestoredNotice({ draft, restored }: { draft: ReviewDraft; restored: RebasedRows }) {
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
