import { useEffect, useRef, useState } from 'react'
import { randomId } from '#app/admin/kit/query/random-id.ts'
import { createAutosave, useFlushOnLeave } from '#app/admin/stories/unsaved/autosave.ts'
import {
  type LocalCopies,
  listLockedCopies,
  lockCopy,
  openLocalCopies,
} from '#app/admin/stories/unsaved/local-copies.ts'

const DELAYS = { debounceMs: 150, maxWaitMs: 200 }

/** The unsaved work of a draft, as this browser stores it. */
type Copy<Work> = Work & {
  id: string
  /** By the clock of this browser. */
  keptAt: string
}

export const openLocalDraftCopies = <Work extends object>(database: string): LocalCopies<Copy<Work>> =>
  openLocalCopies(database, ({ keptAt }) => keptAt)

/** A draft whose unsaved work is stored in this browser. The object must stay the same for the same draft. */
interface LocallyStoredDraft<Work extends object, Restored> {
  subscribe(listener: () => void): () => void
  /** The store of the copies of all such drafts. */
  copies: LocalCopies<Copy<Work>>
  /** The present unsaved work; null when there is none. */
  unsaved(): Work | null
  /** Tells whether a copy belongs to this draft. */
  isCopy(work: Work): boolean
  /** Restores earlier copies, the latest first. */
  restore(left: Work[]): Restored
}

/** Stores the unsaved work of a draft in this browser, and restores it when the draft is opened again. */
export function useLocalCopies<Work extends object, Restored>(draft: LocallyStoredDraft<Work, Restored>) {
  const [copyId] = useState(randomId)
  const [hasFailed, setHasFailed] = useState(false)
  const [restored, setRestored] = useState<Restored | null>(null)
  const isStored = useRef(false)
  const [autosave] = useState(() =>
    createAutosave<null, void>({
      ...DELAYS,
      isOrdered: true,
      apply() {
        const work = draft.unsaved()
        if (!work) return draft.copies.remove(copyId)
        return draft.copies.put({ ...work, id: copyId, keptAt: new Date().toISOString() })
      },
      onDone() {
        isStored.current = true
        setHasFailed(false)
      },
      onFailure(error) {
        isStored.current = false
        console.warn('This browser does not keep unsaved work', error)
        setHasFailed(true)
        return true
      },
    }),
  )

  useEffect(() => draft.subscribe(() => autosave.schedule(null)), [draft, autosave])
  useFlushOnLeave(autosave.flush)

  useEffect(() => {
    let isCurrent = true
    const release = lockCopy(copyId)
    Promise.all([draft.copies.list(draft.isCopy), listLockedCopies()])
      .then(async ([copies, locked]) => {
        const left = copies.filter(({ id }) => id !== copyId && !locked.has(id))
        if (!isCurrent || left.length === 0) return
        setRestored(draft.restore(left))
        await autosave.flush()
        if (isStored.current) await Promise.all(left.map(({ id }) => draft.copies.remove(id)))
      })
      .catch((error: unknown) => console.warn('Unsaved work could not be looked for', error))
    return () => {
      isCurrent = false
      release()
    }
  }, [draft, copyId, autosave])

  return { hasFailed, restored, autosave }
}
