import { useEffect, useState, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ArticleForm, differingFields } from '#app/admin/stories/article-form/article-form.ts'
import {
  type AutosaveProblem,
  createAutosave,
  findAutosaveProblem,
  useFlushOnLeave,
} from '#app/admin/stories/unsaved/autosave.ts'
import { localCopies, lockCopy, removeLocalCopies } from '#app/admin/stories/unsaved/local-copies.ts'
import { discardCopy, storedForm, type UnsavedCopy } from '#app/admin/stories/unsaved/unsaved-copies.ts'
import { browserClient } from '#app/browser-client.ts'
import { keepWorkingCopy } from '#core/data/working-copies.ts'

export interface UnsavedState {
  /** True if the form differs from what is stored. */
  isDirty: boolean
  /** Tells whether the local copy has all of what was typed. */
  local: 'pending' | 'saved' | 'failed'
  /** Tells whether the copy on the server has it, or why not. */
  server: 'pending' | 'saved' | AutosaveProblem
  /** The time when the server stored its copy, by its clock. */
  at: string | null
}

export interface UnsavedWork {
  subscribe: (listener: () => void) => () => void
  state: () => UnsavedState
  /** To be called for every change. */
  typed: (form: ArticleForm) => void
  /** Sets the stored version that the form goes on from; the form holds `typed`. */
  rebase: (next: { stored: ArticleForm; since: string | null; typed: ArticleForm }) => void
  /** Stores all copies now, because the page may be closed. */
  flush: () => Promise<void>
  /** The copies on the server that are of no use once the form is saved: its own, and those that it was restored from. */
  copyIds: () => string[]
  /** Pauses writes to the server while `save` runs, which discards the copies there. */
  during: <Result>(save: () => Promise<Result>) => Promise<Result>
  /** Deletes both copies. */
  discard: () => Promise<void>
  /** The time of the server, as the publishing date: the clock of a browser may be wrong. */
  serverTime: () => Promise<string>
}

interface UnsavedWorkOptions {
  copyId: string
  articleId: string
  owner: string
  stored: ArticleForm
  since: string | null
  typed: ArticleForm
  /** The copy that the form was restored from; it is discarded as soon as the form has a copy of its own. */
  restored: Pick<UnsavedCopy, 'id' | 'sources'> | null
}

/** Together with the 100 ms after which the editor tells the form, this browser has everything 300 ms after it was typed. */
const LOCAL_DELAYS = { debounceMs: 150, maxWaitMs: 200 }
const SERVER_DELAYS = { debounceMs: 2000, maxWaitMs: 10_000 }
const CLEAN = { isDirty: false, local: 'saved', server: 'saved', at: null } as const

/** Stores the unsaved work of a form until it is saved: in this browser, and on the server as a working copy. */
function createUnsavedWork(options: UnsavedWorkOptions): UnsavedWork {
  const { copyId, articleId, owner, restored } = options
  const sources = restored ? [restored.id, ...restored.sources] : []
  let areSourcesLeft = sources.length > 0
  let { stored, since, typed } = options
  let state: UnsavedState = CLEAN
  let edition = 0
  let isSaving = false
  const listeners = new Set<() => void>()

  function change(next: Partial<UnsavedState>) {
    const changed = { ...state, ...next }
    if ((Object.keys(changed) as (keyof UnsavedState)[]).every((key) => changed[key] === state[key])) return
    state = changed
    for (const listener of listeners) listener()
  }

  const copy = () => ({ id: copyId, article_id: articleId, since, form: storedForm(typed, edition, sources) })

  /** The value says whether the form is dirty; a clean form has no copy. */
  const local = createAutosave<boolean, void>({
    ...LOCAL_DELAYS,
    isOrdered: true,
    apply: (isDirty) =>
      isDirty
        ? localCopies.put({ ...copy(), owner, kept_at: new Date().toISOString() })
        : removeLocalCopies(copyId, ...sources),
    onDone: () => change({ local: 'saved' }),
    onFailure(error) {
      console.warn('This browser does not keep unsaved work', error)
      change({ local: 'failed' })
      return true
    },
  })
  const server = createAutosave<boolean, string | null>({
    ...SERVER_DELAYS,
    async apply(isDirty) {
      const at = isDirty ? await keepWorkingCopy(browserClient(), copy()) : null
      const useless = [...(isDirty ? [] : [copyId]), ...(areSourcesLeft ? sources : [])]
      if (useless.length > 0) await discardCopy(...useless)
      areSourcesLeft = false
      return at
    },
    onDone: (at) => change({ server: 'saved', at }),
    async onFailure(error) {
      const problem = await findAutosaveProblem(error)
      change({ server: problem })
      return problem === 'no_connection' || problem === 'failed'
    },
  })

  function update() {
    edition += 1
    const isDirty = differingFields(typed, stored).length > 0
    if (!isDirty && !state.isDirty) return
    const isKnownProblem = isDirty && state.server !== 'saved' && state.server !== 'pending'
    change({ isDirty, local: 'pending', ...(!isKnownProblem && { server: 'pending' }) })
    local.schedule(isDirty)
    if (!isSaving) server.schedule(isDirty)
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    typed(form) {
      typed = form
      update()
    },
    rebase(next) {
      stored = next.stored
      since = next.since
      typed = next.typed
      update()
    },
    async flush() {
      await Promise.all([local.flush(), isSaving ? undefined : server.flush()])
    },
    copyIds: () => [copyId, ...sources],
    async during(save) {
      isSaving = true
      try {
        await server.cancel()
        return await save()
      } finally {
        isSaving = false
        if (state.isDirty) server.schedule(true)
      }
    },
    async discard() {
      typed = stored
      change({ isDirty: false })
      local.schedule(false)
      server.schedule(false)
      await Promise.all([local.flush(), server.flush()])
    },
    async serverTime() {
      try {
        return await keepWorkingCopy(browserClient(), copy())
      } catch {
        return new Date().toISOString()
      }
    },
  }
}

/** Stores the unsaved work of a form, from its first change until it is saved. */
export function useUnsavedWork(
  form: UseFormReturn<ArticleForm>,
  options: Omit<UnsavedWorkOptions, 'typed'>,
): UnsavedWork {
  const { copyId } = options
  const [work] = useState(() => createUnsavedWork({ ...options, typed: form.getValues() }))

  useEffect(() => lockCopy(copyId), [copyId])
  useEffect(() => {
    // Restored text is unsaved from the beginning.
    work.typed(form.getValues())
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => work.typed(values),
    })
  }, [form, work])
  useFlushOnLeave(work.flush)

  return work
}

/** Returns where the unsaved work of a form is stored. */
export function useUnsavedState(work: UnsavedWork): UnsavedState {
  return useSyncExternalStore(work.subscribe, work.state)
}

/** Tells whether the form differs from what is stored. It renders again only when that changes. */
export function useIsDirty(work: UnsavedWork): boolean {
  return useSyncExternalStore(work.subscribe, () => work.state().isDirty)
}
