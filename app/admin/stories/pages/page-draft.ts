import { useState, useSyncExternalStore } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDesk } from '#app/admin/kit/session/use-desk-session.ts'
import { PAGES_KEY } from '#app/admin/stories/pages/page-queries.ts'
import { openLocalDraftCopies, useLocalCopies } from '#app/admin/stories/unsaved/use-local-copies.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { savePage } from '#core/data/pages.ts'
import { isShippedPage, PAGE_TEXTS, type Page, type PageTexts } from '#core/domain/page.ts'
import { pageInput, publishedPageInput } from '#core/domain/page-input.ts'
import type { Language } from '#core/i18n/languages.ts'

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

type PageDraft = ReturnType<typeof createPageDraft>

export function usePageDraft(page: string, base: PageBase) {
  const { email } = useDesk()
  const [draft] = useState(() => createPageDraft(page, email, base))
  const { hasFailed, restored, autosave } = useLocalCopies(draft)
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  return { draft, ...state, isDirty: draft.isDirty(), hasFailed, isRestored: restored === true, autosave }
}

export type PageProblems = Partial<Record<keyof PageTexts | 'root', string>>

interface SavePageOptions {
  slug: string
  language: Language
  draft: PageDraft
  /** The stored page. */
  page: Page | null
}

/** Saves what is typed of a page, and says what is in the way. */
export function useSavePage({ slug, language, draft, page }: SavePageOptions) {
  const { toast } = useToast()
  const [problems, setProblems] = useState<PageProblems>({})
  /** The version that somebody else has saved since. */
  const [theirs, setTheirs] = useState<{ page: Page; publishes: boolean } | null>(null)
  const mutation = useDeskMutation({ run: savePage, invalidates: [PAGES_KEY] })

  async function save(published: boolean): Promise<boolean> {
    setProblems({})
    const { base, typed } = draft.state()
    const parsed = (published ? publishedPageInput : pageInput).safeParse(typed)
    if (!parsed.success) {
      setProblems(
        Object.fromEntries(parsed.error.issues.map(({ path: [field], message }) => [field, message])),
      )
      return false
    }
    const shipped = isShippedPage(slug) ? base.shipped : null
    try {
      const values = { ...parsed.data, published, shipped }
      const outcome = await mutation.mutateAsync({ slug, language, values, since: base.since })
      if (outcome.status === 'saved') {
        store(outcome.page, draft.state().typed === typed)
        toast({ title: t('ui.success'), description: describeSaved(page, published) })
        return true
      }
      if (outcome.status === 'invalid') setProblems({ [outcome.field]: outcome.problem })
      else if (outcome.page) setTheirs({ page: outcome.page, publishes: published })
      else {
        draft.rebase({ ...base, since: null })
        setProblems({ root: t('pages.save.gone') })
      }
    } catch (error) {
      setProblems({ root: describeError(error) })
    }
    return false
  }

  /** Goes on from what is stored now; what was typed while it was being saved stays. */
  function store(stored: Page, isAll: boolean) {
    const { title, description, content, updated_at: since, shipped } = stored
    const texts = { title, description, content }
    draft.rebase({ texts, since, shipped }, isAll ? texts : undefined)
  }

  return {
    save,
    isSaving: mutation.isPending,
    problems,
    clear: (field: keyof PageTexts) => setProblems(({ [field]: _, ...others }) => others),
    theirs,
    /** Saves these texts in place of those of somebody else. */
    async resolve(texts: PageTexts) {
      if (!theirs) return
      const { title, description, content, updated_at: since } = theirs.page
      const { shipped } = draft.state().base
      draft.rebase({ texts: { title, description, content }, since, shipped }, texts)
      setTheirs(null)
      await save(theirs.publishes)
    },
    dismiss: () => setTheirs(null),
  }
}

function describeSaved(before: Page | null, published: boolean): string {
  if (!published) return before?.published ? t('pages.saved.unpublished') : t('pages.saved.draft')
  return before?.published ? t('pages.saved.updated') : t('pages.saved.published')
}
