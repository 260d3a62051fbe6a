import { useEffect, useRef, useState } from 'react'
import { randomId } from '#app/admin/article/random-id.ts'
import { createFollower } from '#app/admin/article/unsaved/follower.ts'
import { heldForms, holdForm } from '#app/admin/article/unsaved/hold-form.ts'
import type { Placed } from '#app/admin/review/draft/place-kept.ts'
import type { ReviewDraft } from '#app/admin/review/draft/review-draft.ts'
import {
  discardReviewCopy,
  keepReviewCopy,
  listReviewCopies,
} from '#app/admin/review/unsaved/review-copies.ts'
import { sessionRenewal } from '#app/admin/session/session-renewal.ts'

/** This browser has everything so soon after it was typed. */
const HERE_MS = { quietMs: 150, longestMs: 200 }

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
  const [copyId] = useState(randomId)
  const [hasFailed, setHasFailed] = useState(false)
  const [restored, setRestored] = useState<Placed | null>(null)
  const isDiscarded = useRef(false)
  const hasKept = useRef(false)
  const [here] = useState(() =>
    createFollower<null, void>({
      ...HERE_MS,
      apply() {
        const { original, language, version } = draft.review()
        const rows = isDiscarded.current ? [] : draft.unsavedRows()
        if (rows.length === 0) return discardReviewCopy(copyId)
        const keptAt = new Date().toISOString()
        return keepReviewCopy({ id: copyId, owner, originalId: original.id, language, version, rows, keptAt })
      },
      onDone() {
        hasKept.current = true
        setHasFailed(false)
      },
      onFailure(error) {
        hasKept.current = false
        console.warn('This browser does not keep unsaved work', error)
        setHasFailed(true)
        return true
      },
    }),
  )

  useEffect(() => {
    const unsubscribe = draft.subscribe(() => here.want(null))
    const flush = () => void here.flush()
    const flushHidden = () => document.visibilityState === 'hidden' && flush()
    const stopRenewal = sessionRenewal.subscribe(() => sessionRenewal.isAsking() || flush())
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      unsubscribe()
      stopRenewal()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      flush()
    }
  }, [draft, here])

  useEffect(() => {
    let isCurrent = true
    const release = holdForm(copyId)
    const { original, language } = draft.review()
    Promise.all([listReviewCopies({ owner, originalId: original.id, language }), heldForms()])
      .then(async ([copies, held]) => {
        const left = copies.filter(({ id }) => id !== copyId && !held.has(id))
        if (!isCurrent || left.length === 0) return
        const placed: Placed = { mine: [], clashes: [], lost: [] }
        // Of two that were left behind, the later one counts.
        for (const { rows } of left) {
          const { mine, clashes, lost } = draft.restore(rows)
          placed.mine.push(...mine)
          placed.clashes.push(...clashes)
          placed.lost.push(...lost)
        }
        setRestored(placed)
        await here.flush()
        if (hasKept.current) await Promise.all(left.map(({ id }) => discardReviewCopy(id)))
      })
      .catch((error: unknown) => console.warn('Unsaved work could not be looked for', error))
    return () => {
      isCurrent = false
      release()
    }
  }, [draft, owner, copyId, here])

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
