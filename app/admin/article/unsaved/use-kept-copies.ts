import { useEffect, useRef, useState } from 'react'
import { randomId } from '#app/admin/article/random-id.ts'
import { createFollower } from '#app/admin/article/unsaved/follower.ts'
import { heldForms, holdForm } from '#app/admin/article/unsaved/hold-form.ts'
import { sessionRenewal } from '#app/admin/session/session-renewal.ts'

/** This browser has everything so soon after it was typed. */
const HERE_MS = { quietMs: 150, longestMs: 200 }

/** A draft whose unsaved work is kept in this browser. The same object as long as it is the same draft. */
export interface KeptDraft<Work, Restored> {
  subscribe(listener: () => void): () => void
  /** What there is to keep now; null when there is nothing. */
  unsaved(): Work | null
  keep(copy: Work & Copy): Promise<void>
  discard(copyId: string): Promise<void>
  list(): Promise<(Work & Copy)[]>
  /** Puts back what was left behind. Of two copies the later one counts. */
  restore(left: Work[]): Restored
}

interface Copy {
  id: string
  /** By the clock of this browser. */
  keptAt: string
}

/** Keeps what is unsaved of a draft in this browser, and puts it back when the draft is opened again. */
export function useKeptCopies<Work, Restored>(draft: KeptDraft<Work, Restored>) {
  const [copyId] = useState(randomId)
  const [hasFailed, setHasFailed] = useState(false)
  const [restored, setRestored] = useState<Restored | null>(null)
  const hasKept = useRef(false)
  const [here] = useState(() =>
    createFollower<null, void>({
      ...HERE_MS,
      apply() {
        const work = draft.unsaved()
        if (!work) return draft.discard(copyId)
        return draft.keep({ ...work, id: copyId, keptAt: new Date().toISOString() })
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
    Promise.all([draft.list(), heldForms()])
      .then(async ([copies, held]) => {
        const left = copies.filter(({ id }) => id !== copyId && !held.has(id))
        if (!isCurrent || left.length === 0) return
        setRestored(draft.restore(left))
        await here.flush()
        if (hasKept.current) await Promise.all(left.map(({ id }) => draft.discard(id)))
      })
      .catch((error: unknown) => console.warn('Unsaved work could not be looked for', error))
    return () => {
      isCurrent = false
      release()
    }
  }, [draft, copyId, here])

  return { hasFailed, restored, here }
}
