import { useEffect, useRef, useState } from 'react'
import { randomId } from '#app/admin/article/random-id.ts'
import { createFollower } from '#app/admin/article/unsaved/follower.ts'
import { heldForms, holdForm } from '#app/admin/article/unsaved/hold-form.ts'
import type { IssueDraft } from '#app/admin/newsletter/draft/issue-draft.ts'
import { discardKeptTexts, keepTexts, listKeptTexts } from '#app/admin/newsletter/draft/kept-copies.ts'

/** This browser has everything so soon after it was typed. */
const HERE_MS = { quietMs: 150, longestMs: 200 }

export interface KeptTextsState {
  /** Whether this browser does not keep what is typed. */
  hasFailed: boolean
  /** How many texts were put back when the issue was opened. */
  restored: number
}

/** Keeps what is typed in this browser until the server has it, and puts it back when it never came there. */
export function useKeptTexts(draft: IssueDraft, owner: string): KeptTextsState {
  const [copyId] = useState(randomId)
  const [hasFailed, setHasFailed] = useState(false)
  const [restored, setRestored] = useState(0)
  const hasKept = useRef(false)
  const [here] = useState(() =>
    createFollower<null, void>({
      ...HERE_MS,
      apply() {
        const texts = draft.unsaved().map(({ place, base, typed }) => ({ place, base, typed }))
        if (texts.length === 0) return discardKeptTexts(copyId)
        const keptAt = new Date().toISOString()
        return keepTexts({ id: copyId, owner, issueId: draft.issue().issue.id, texts, keptAt })
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
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [draft, here])

  useEffect(() => {
    let isCurrent = true
    const release = holdForm(copyId)
    Promise.all([listKeptTexts({ owner, issueId: draft.issue().issue.id }), heldForms()])
      .then(async ([copies, held]) => {
        const left = copies.filter(({ id }) => id !== copyId && !held.has(id))
        if (!isCurrent || left.length === 0) return
        const before = draft.unsaved().length
        // Of two that were left behind, the later one counts.
        for (const { texts } of left) draft.restore(texts)
        setRestored(draft.unsaved().length - before)
        await here.flush()
        if (hasKept.current) await Promise.all(left.map(({ id }) => discardKeptTexts(id)))
      })
      .catch((error: unknown) => console.warn('Unsaved work could not be looked for', error))
    return () => {
      isCurrent = false
      release()
    }
  }, [draft, owner, copyId, here])

  return { hasFailed, restored }
}
