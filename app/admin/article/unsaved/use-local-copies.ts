import { useEffect, useRef, useState } from 'react'
import { createFollower, useFlush } from '#app/admin/article/unsaved/autosave.ts'
import {
  type BrowserCopies,
  listLockedCopies,
  lockCopy,
  openBrowserCopies,
  randomId,
} from '#app/admin/article/unsaved/local-copies.ts'

/** This browser has everything so soon after it was typed. */
const HERE_MS = { quietMs: 150, longestMs: 200 }

/** What is unsaved of a draft, as this browser keeps it. */
type Copy<Work> = Work & {
  id: string
  /** By the clock of this browser. */
  keptAt: string
}

export const openDraftCopies = <Work extends object>(database: string): BrowserCopies<Copy<Work>> =>
  openBrowserCopies(database, ({ keptAt }) => keptAt)

/** A draft whose unsaved work is kept in this browser. The same object as long as it is the same draft. */
interface KeptDraft<Work extends object, Restored> {
  subscribe(listener: () => void): () => void
  /** Where the copies of all such drafts are. */
  copies: BrowserCopies<Copy<Work>>
  /** What there is to keep now; null when there is nothing. */
  unsaved(): Work | null
  /** Whether a copy of some draft is one of this. */
  isCopy(work: Work): boolean
  /** Puts back what was left behind, the latest first. */
  restore(left: Work[]): Restored
}

/** Keeps what is unsaved of a draft in this browser, and puts it back when the draft is opened again. */
export function useKeptCopies<Work extends object, Restored>(draft: KeptDraft<Work, Restored>) {
  const [copyId] = useState(randomId)
  const [hasFailed, setHasFailed] = useState(false)
  const [restored, setRestored] = useState<Restored | null>(null)
  const hasKept = useRef(false)
  const [here] = useState(() =>
    createFollower<null, void>({
      ...HERE_MS,
      apply() {
        const work = draft.unsaved()
        if (!work) return draft.copies.remove(copyId)
        return draft.copies.put({ ...work, id: copyId, keptAt: new Date().toISOString() })
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

  useEffect(() => draft.subscribe(() => here.want(null)), [draft, here])
  useFlush(here.flush)

  useEffect(() => {
    let isCurrent = true
    const release = lockCopy(copyId)
    Promise.all([draft.copies.list(draft.isCopy), listLockedCopies()])
      .then(async ([copies, held]) => {
        const left = copies.filter(({ id }) => id !== copyId && !held.has(id))
        if (!isCurrent || left.length === 0) return
        setRestored(draft.restore(left))
        await here.flush()
        if (hasKept.current) await Promise.all(left.map(({ id }) => draft.copies.remove(id)))
      })
      .catch((error: unknown) => console.warn('Unsaved work could not be looked for', error))
    return () => {
      isCurrent = false
      release()
    }
  }, [draft, copyId, here])

  return { hasFailed, restored, here }
}
