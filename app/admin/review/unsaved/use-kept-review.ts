import { useMemo, useRef } from 'react'
import { openDraftCopies, useKeptCopies } from '#app/admin/article/unsaved/use-kept-copies.ts'
import type { KeptRow, Placed } from '#app/admin/review/draft/place-kept.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

/** What was changed in an opened review and not saved. */
interface ReviewCopy {
  /** The administrator who changed it; another one in this browser does not see it. */
  owner: string
  originalId: string
  language: TranslatedLanguage
  /** Of the review that it was begun with. */
  version: string
  rows: KeptRow[]
}

const copies = openDraftCopies<ReviewCopy>('admin-unsaved-reviews')

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
      copies,
      isCopy(copy: ReviewCopy) {
        const { original, language } = draft.review()
        return copy.owner === owner && copy.originalId === original.id && copy.language === language
      },
      restore(left: ReviewCopy[]) {
        const placed: Placed = { mine: [], clashes: [], lost: [] }
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
