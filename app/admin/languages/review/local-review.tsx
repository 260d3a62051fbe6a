import { useMemo, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { LeaveDialog, useLeaveBlocker } from '#app/admin/kit/ui/leave-dialog.tsx'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import type { ReviewDraft } from '#app/admin/languages/review/draft/review-draft.ts'
import { type RebasedRows, type UnsavedRow, useSummary } from '#app/admin/languages/review/draft/row-draft.ts'
import { openLocalDraftCopies, useLocalCopies } from '#app/admin/stories/unsaved/use-local-copies.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

/** The unsaved changes of a review, as this browser stores them. */
interface ReviewCopy {
  /** The e-mail address of the administrator; others in this browser do not see the copy. */
  owner: string
  originalId: string
  language: TranslatedLanguage
  /** The version of the review that was opened. */
  version: string
  rows: UnsavedRow[]
}

const copies = openLocalDraftCopies<ReviewCopy>('admin-unsaved-reviews')

interface LocalReview {
  /** True if this browser fails to store unsaved changes. */
  hasFailed: boolean
  /** The changes that were restored when the review was opened; null when there were none. */
  restored: RebasedRows | null
  flush: () => Promise<void>
  /** Deletes the unsaved changes. */
  discard: () => Promise<void>
}

/** Stores the unsaved changes of a review in this browser, and restores them when it is opened again. */
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
      restore(earlier: ReviewCopy[]) {
        const rebased: RebasedRows = { applied: [], conflicts: [], orphaned: [] }
        for (const { rows } of earlier.toReversed()) {
          const { applied, conflicts, orphaned } = draft.restore(rows)
          rebased.applied.push(...applied)
          rebased.conflicts.push(...conflicts)
          rebased.orphaned.push(...orphaned)
        }
        return rebased
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

/** Asks before a review with unsaved changes is left. The local copy stays unless the editor discards it. */
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

/** Tells that unsaved changes were restored. */
export function RestoredNotice({ draft, restored }: { draft: ReviewDraft; restored: RebasedRows }) {
  const isDirty = useSummary(draft, ({ changed }) => changed > 0)
  const [isAsking, setIsAsking] = useState(false)
  const count = new Set(restored.applied.map(({ position }) => position)).size
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
