import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  createIssueDraft,
  type EditionField,
  type IssueDraft,
  storable,
  type Text,
  type TextPlace,
  type UnsavedText,
} from '#app/admin/newsletter/draft/issue-draft.ts'
import { issueKey, issueQuery } from '#app/admin/newsletter/newsletter-queries.ts'
import {
  type AutosaveProblem,
  createAutosave,
  findAutosaveProblem,
  useFlushOnLeave,
} from '#app/admin/stories/unsaved/autosave.ts'
import { openLocalDraftCopies, useLocalCopies } from '#app/admin/stories/unsaved/use-local-copies.ts'
import { browserClient } from '#app/browser-client.ts'
import type { Client } from '#core/data/client.ts'
import {
  type SaveOutcome,
  saveNewsletterEdition,
  saveNewsletterSummary,
} from '#core/data/newsletter-editing.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { NewsletterEdition, NewsletterSummary } from '#core/domain/newsletter-issue.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The delays of autosave. */
const THERE_MS = { debounceMs: 800, maxWaitMs: 4_000 }

/** The state of autosave. */
interface SavingState {
  status: 'saved' | 'waiting' | 'sealed' | AutosaveProblem
  /** The time when the last save succeeded, by the clock of this browser. */
  at: string | null
}

interface IssueDraftState {
  draft: IssueDraft
  saving: SavingState
  /** Saves everything that can be saved, now. */
  flush: () => Promise<void>
}

/** Autosaves the texts of an issue, except those with a conflict. */
export function useIssueDraftStore(stored: DeskIssue): IssueDraftState {
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
          // A running request would return an older state than the saved one.
          await queries.cancelQueries({ queryKey: issueKey(id) })
          draft.markSaved(saved, issue)
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

export const IssueDraftContext = createContext<IssueDraftState | null>(null)

export function useIssueDraft(): IssueDraftState {
  const kept = use(IssueDraftContext)
  if (!kept) throw new Error('useIssueDraft needs an IssueDraftContext above it')
  return kept
}

interface DraftText {
  /** Undefined if the field does not exist. */
  text: Text | undefined
  unsaved: UnsavedText | undefined
  type: (text: Text) => void
}

/** One text of the issue. It renders again only when that text changes. */
export function useDraftText(place: TextPlace): DraftText {
  const { draft } = useIssueDraft()
  const text = useSyncExternalStore(draft.subscribe, () => draft.read(place))
  const unsaved = useSyncExternalStore(draft.subscribe, () => draft.unsavedAt(place))
  return { text, unsaved, type: (typed) => draft.type(place, typed) }
}

/** All texts that the server does not have. */
export function useUnsavedTexts(): readonly UnsavedText[] {
  const { draft } = useIssueDraft()
  return useSyncExternalStore(draft.subscribe, draft.unsaved)
}

/** A local copy of the unsaved texts of an issue. */
interface LocalDraft {
  /** The administrator whose copy it is; others in this browser do not see it. */
  owner: string
  issueId: string
  texts: Pick<UnsavedText, 'place' | 'base' | 'typed'>[]
}

const copies = openLocalDraftCopies<LocalDraft>('admin-unsaved-newsletters')

interface LocalDraftState {
  /** True if this browser cannot store local copies. */
  hasFailed: boolean
  /** The number of texts restored when the issue was opened. */
  restored: number
}

/** Stores unsaved texts in this browser until they are saved, and restores them when the issue is opened again. */
export function useLocalDraft(draft: IssueDraft, owner: string): LocalDraftState {
  const kept = useMemo(() => {
    const issueId = () => draft.issue().issue.id
    return {
      subscribe: draft.subscribe,
      unsaved() {
        const texts = draft.unsaved().map(({ place, base, typed }) => ({ place, base, typed }))
        return texts.length > 0 ? { owner, issueId: issueId(), texts } : null
      },
      copies,
      isCopy: (copy: LocalDraft) => copy.owner === owner && copy.issueId === issueId(),
      restore(left: LocalDraft[]) {
        const before = draft.unsaved().length
        for (const { texts } of left) draft.restore(texts)
        return draft.unsaved().length - before
      },
    }
  }, [draft, owner])
  const { hasFailed, restored } = useLocalCopies(kept)
  return { hasFailed, restored: restored ?? 0 }
}

interface SavedTexts {
  /** `changed`: another editor has changed some of the texts; `sealed`: the issue has been approved. */
  status: SaveOutcome<unknown>['status']
  saved: UnsavedText[]
  /** The issue with what was stored. */
  issue: DeskIssue
}

/** Stores texts of an issue, those of an edition together. */
async function saveTexts(
  client: Client,
  issue: DeskIssue,
  texts: readonly UnsavedText[],
): Promise<SavedTexts> {
  const result: SavedTexts = { status: 'saved', saved: [], issue }

  for (const { language, texts: some } of byEdition(texts)) {
    const edition = result.issue.editions.find((one) => one.language === language)
    if (!edition) continue
    const outcome = await saveNewsletterEdition(
      client,
      { issueId: issue.issue.id, language, updatedAt: edition.updated_at },
      fieldsOf(some),
    )
    if (outcome.status !== 'saved') result.status = outcome.status
    if (outcome.status === 'sealed') return result
    if (outcome.status === 'changed') continue
    result.saved.push(...some)
    result.issue = withEdition(result.issue, outcome.saved)
  }

  for (const text of texts) {
    const { place, base, typed } = text
    if (place.kind !== 'summary' || base === null || typed === null) continue
    const { itemId, language } = place
    const outcome = await saveNewsletterSummary(client, { itemId, language, before: base }, typed)
    if (outcome.status !== 'saved') result.status = outcome.status
    if (outcome.status === 'sealed') return result
    if (outcome.status === 'changed') continue
    result.saved.push(text)
    result.issue = withSummary(result.issue, outcome.saved)
  }
  return result
}

function byEdition(texts: readonly UnsavedText[]): { language: Language; texts: UnsavedText[] }[] {
  const groups = Map.groupBy(
    texts.filter(({ place }) => place.kind === 'edition'),
    ({ place }) => place.language,
  )
  return [...groups].map(([language, some]) => ({ language, texts: some }))
}

function fieldsOf(texts: readonly UnsavedText[]): Partial<Record<EditionField, string>> & { content?: Text } {
  return Object.fromEntries(
    texts.flatMap(({ place, typed }) => (place.kind === 'edition' ? [[place.field, typed]] : [])),
  )
}

function withEdition(issue: DeskIssue, saved: NewsletterEdition): DeskIssue {
  const editions = issue.editions.map((edition) => (edition.language === saved.language ? saved : edition))
  return { ...issue, editions }
}

function withSummary(issue: DeskIssue, saved: NewsletterSummary): DeskIssue {
  const items = issue.items.map((item) =>
    item.id === saved.item_id
      ? {
          ...item,
          summaries: item.summaries.map((one) => (one.language === saved.language ? saved : one)),
        }
      : item,
  )
  return { ...issue, items }
}
