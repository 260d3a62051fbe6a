import { useState, useSyncExternalStore } from 'react'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { openLocalDraftCopies, useLocalCopies } from '#app/admin/stories/unsaved/use-local-copies.ts'
import { PAGE_TEXTS, type PageTexts } from '#core/domain/page.ts'

/** The version from which a form goes on: the stored one, and the hash of the shipped text from which it began. */
export interface PageBase {
  texts: PageTexts
  /** The `updated_at` of the stored version; null where nothing is stored. */
  since: string | null
  shipped: string | null
}

interface DraftState {
  base: PageBase
  typed: PageTexts
}

interface LocalPage extends PageBase {
  owner: string
  /** The address and the language. */
  page: string
}

const copies = openLocalDraftCopies<LocalPage>('admin-unsaved-pages')

export const areSameTexts = (one: PageTexts, other: PageTexts) =>
  PAGE_TEXTS.every((field) => one[field] === other[field])

/** Holds what is typed of a page and not saved, which this browser keeps. */
function createPageDraft(page: string, owner: string, base: PageBase) {
  let state: DraftState = { base, typed: base.texts }
  const listeners = new Set<() => void>()
  const isDirty = () => !areSameTexts(state.typed, state.base.texts)

  function change(next: Partial<DraftState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  return {
    copies,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    state: () => state,
    isDirty,
    type: (texts: Partial<PageTexts>) => change({ typed: { ...state.typed, ...texts } }),
    /** Goes on from another version; what is typed stays unless it is given. */
    rebase: (next: PageBase, typed = state.typed) => change({ base: next, typed }),
    discard: () => change({ typed: state.base.texts }),
    unsaved: (): LocalPage | null => {
      const { since, shipped } = state.base
      return isDirty() ? { page, owner, since, shipped, texts: state.typed } : null
    },
    isCopy: (copy: LocalPage) => copy.page === page && copy.owner === owner,
    /** The latest copy is taken up. It keeps the version with which it began, so that a save of somebody else is noticed. */
    restore([latest]: LocalPage[]): boolean {
      if (!latest || isDirty() || areSameTexts(latest.texts, state.base.texts)) return false
      const { since, shipped, texts } = latest
      change({ base: { ...state.base, since, shipped }, typed: texts })
      return true
    },
  }
}

export type PageDraft = ReturnType<typeof createPageDraft>

export function usePageDraft(page: string, base: PageBase) {
  const { email } = useDesk()
  const [draft] = useState(() => createPageDraft(page, email, base))
  const { hasFailed, restored, autosave } = useLocalCopies(draft)
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  return { draft, ...state, isDirty: draft.isDirty(), hasFailed, isRestored: restored === true, autosave }
}
