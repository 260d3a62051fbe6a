import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  type AutosaveProblem,
  createAutosave,
  findAutosaveProblem,
  useFlushOnLeave,
} from '#app/admin/article/unsaved/autosave.ts'
import { openLocalDraftCopies, useLocalCopies } from '#app/admin/article/unsaved/use-local-copies.ts'
import {
  createIssueDraft,
  type IssueDraft,
  storable,
  type Text,
  type TextPlace,
  type UnsavedText,
} from '#app/admin/newsletter/draft/issue-draft.ts'
import { saveTexts } from '#app/admin/newsletter/draft/save-texts.ts'
import { issueKey, issueQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import { browserClient } from '#app/browser-client.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'

/** The server has everything so soon after it was typed. */
const THERE_MS = { debounceMs: 800, maxWaitMs: 4_000 }

/** What has become of what was typed. */
export interface SavingState {
  status: 'saved' | 'waiting' | 'sealed' | AutosaveProblem
  /** When the server got it last, by the clock of this browser. */
  at: string | null
}

export interface KeptIssue {
  draft: IssueDraft
  saving: SavingState
  /** Stores everything that can be stored, now. */
  flush: () => Promise<void>
}

/** The texts of an issue, stored shortly after they are typed, unless somebody else has changed the same ones. */
export function useIssueDraft(stored: DeskIssue): KeptIssue {
  const queries = useQueryClient()
  const id = stored.issue.id
  const [draft] = useState(() => createIssueDraft(stored))
  const [saving, setSaving] = useState<SavingState>({ status: 'saved', at: null })
  const isSaving = useRef(false)

  const [there] = useState(() =>
    createAutosave<null, SavingState['status']>({
      ...THERE_MS,
      async apply() {
        const texts = storable(draft.unsaved())
        if (texts.length === 0) return 'saved'
        isSaving.current = true
        try {
          const { status, saved, issue } = await saveTexts(browserClient(), draft.issue(), texts)
          // What was being read before is older than what has been stored.
          await queries.cancelQueries({ queryKey: issueKey(id) })
          draft.settle(saved, issue)
          queries.setQueryData(issueQuery(id).queryKey, issue)
          if (status === 'saved') return 'saved'
          const now = await queries.fetchQuery({ ...issueQuery(id), staleTime: 0 })
          if (now) draft.rebase(now)
          return status === 'sealed' ? 'sealed' : 'saved'
        } finally {
          isSaving.current = false
        }
      },
      onDone: (status) => setSaving({ status, at: new Date().toISOString() }),
      async onFailure(error) {
        const status = await findAutosaveProblem(error)
        setSaving(({ at }) => ({ status, at }))
        return status === 'no_connection' || status === 'failed'
      },
    }),
  )

  useEffect(() => {
    if (stored === draft.issue() || isSaving.current) return
    draft.rebase(stored)
  }, [stored, draft])

  useEffect(() => {
    const want = () => {
      if (draft.issue().issue.status !== 'draft' || storable(draft.unsaved()).length === 0) return
      setSaving((before) => (before.status === 'saved' ? { ...before, status: 'waiting' } : before))
      there.schedule(null)
    }
    return draft.subscribe(want)
  }, [draft, there])
  useFlushOnLeave(there.flush)

  return { draft, saving, flush: there.flush }
}

export const IssueDraftContext = createContext<KeptIssue | null>(null)

export function useKeptIssue(): KeptIssue {
  const kept = use(IssueDraftContext)
  if (!kept) throw new Error('useKeptIssue needs an IssueDraftContext above it')
  return kept
}

export interface DraftText {
  /** Undefined when the place is not there. */
  text: Text | undefined
  unsaved: UnsavedText | undefined
  type: (text: Text) => void
}

/** One text of the issue. It renders again only when that text changes. */
export function useDraftText(place: TextPlace): DraftText {
  const { draft } = useKeptIssue()
  const text = useSyncExternalStore(draft.subscribe, () => draft.read(place))
  const unsaved = useSyncExternalStore(draft.subscribe, () => draft.unsavedAt(place))
  return { text, unsaved, type: (typed) => draft.type(place, typed) }
}

/** All texts that the server does not have. */
export function useUnsavedTexts(): readonly UnsavedText[] {
  const { draft } = useKeptIssue()
  return useSyncExternalStore(draft.subscribe, draft.unsaved)
}

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
