import { useMemo, useRef } from 'react'
import { useKeptCopies } from '#app/admin/article/unsaved/use-kept-copies.ts'
import type { Placed } from '#app/admin/review/draft/place-kept.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import {
  discardReviewCopy,
  keepReviewCopy,
  listReviewCopies,
  type ReviewCopy,
} from '#app/admin/review/unsaved/review-copies.ts'

export interface KeptReview {
  /** Whether this browser does not keep what is typed. */
  hasFailed: boolean
  /** What was put back when the review was opened; null when there was nothing. */
  restored: Placed | null
  flush: () => Promise<void>
  /** Forgets what was changed, for good. */
  discard: () => Promise<void>
}

/** Keeps what is changed in a review in this browser until it is saved, and puts it back when it was not. */
export function useKeptReview(draft: ReviewDraft, owner: string): KeptReview {
  const isDiscarded = useRef(false)
  const kept = useMemo(
    () => ({
      subscribe: draft.subscribe,
      unsaved() {
        const { original, language, version } = draft.review()
        const rows = isDiscarded.current ? [] : draft.unsavedRows()
        return rows.length > 0 ? { owner, originalId: original.id, language, version, rows } : null
      },
      keep: keepReviewCopy,
      discard: discardReviewCopy,
      list() {
        const { original, language } = draft.review()
        return listReviewCopies({ owner, originalId: original.id, language })
      },
      restore(left: Pick<ReviewCopy, 'rows'>[]) {
        const placed: Placed = { mine: [], clashes: [], lost: [] }
        for (const { rows } of left) {
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
  const { hasFailed, restored, here } = useKeptCopies(kept)
  return {
    hasFailed,
    restored,
    flush: () => here.flush(),
    async discard() {
      isDiscarded.current = true
      here.want(null)
      await here.flush()
    },
  }
}
