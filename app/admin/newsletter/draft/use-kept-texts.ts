import { useMemo } from 'react'
import { openLocalDraftCopies, useLocalCopies } from '#app/admin/article/unsaved/use-local-copies.ts'
import type { IssueDraft, UnsavedText } from '#app/admin/newsletter/draft/issue-draft.ts'

/** What was typed in an issue and is not on the server. */
interface KeptTexts {
  /** The administrator who typed it; another one in this browser does not see it. */
  owner: string
  issueId: string
  texts: Pick<UnsavedText, 'place' | 'base' | 'typed'>[]
}

const copies = openLocalDraftCopies<KeptTexts>('admin-unsaved-newsletters')

export interface KeptTextsState {
  /** Whether this browser does not keep what is typed. */
  hasFailed: boolean
  /** How many texts were put back when the issue was opened. */
  restored: number
}

/** Keeps what is typed in this browser until the server has it, and puts it back when it never came there. */
export function useKeptTexts(draft: IssueDraft, owner: string): KeptTextsState {
  const kept = useMemo(() => {
    const issueId = () => draft.issue().issue.id
    return {
      subscribe: draft.subscribe,
      unsaved() {
        const texts = draft.unsaved().map(({ place, base, typed }) => ({ place, base, typed }))
        return texts.length > 0 ? { owner, issueId: issueId(), texts } : null
      },
      copies,
      isCopy: (copy: KeptTexts) => copy.owner === owner && copy.issueId === issueId(),
      restore(left: KeptTexts[]) {
        const before = draft.unsaved().length
        for (const { texts } of left) draft.restore(texts)
        return draft.unsaved().length - before
      },
    }
  }, [draft, owner])
  const { hasFailed, restored } = useLocalCopies(kept)
  return { hasFailed, restored: restored ?? 0 }
}
