import { useEffect, useState, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type ArticleForm, differingFields } from '#app/admin/article/article-form.ts'
import {
  createFollower,
  findKeepProblem,
  type KeepProblem,
  useFlush,
} from '#app/admin/article/unsaved/autosave.ts'
import { browserCopies, lockCopy } from '#app/admin/article/unsaved/local-copies.ts'
import { keptForm, replaceCopy } from '#app/admin/article/unsaved/unsaved-copies.ts'
import { browserClient } from '#app/browser-client.ts'
import { discardWorkingCopy, keepWorkingCopy } from '#core/data/working-copies.ts'

export interface UnsavedState {
  /** Whether the form differs from what is stored. */
  isDirty: boolean
  /** Whether this browser has all of what was typed. */
  here: 'waiting' | 'kept' | 'failed'
  /** Whether the server has it. */
  there: 'waiting' | 'kept' | KeepProblem
  /** When the server got it last, by its clock. */
  at: string | null
}

export interface UnsavedWork {
  subscribe: (listener: () => void) => () => void
  state: () => UnsavedState
  /** To be called for every change. */
  typed: (form: ArticleForm) => void
  /** The article is stored like this now; the form holds `typed`. */
  rebase: (next: { stored: ArticleForm; since: string | null; typed: ArticleForm }) => void
  /** Keeps everything now, because the page may be gone in a moment. */
  flush: () => Promise<void>
  /** Nothing is sent while `save` runs, so that nothing is kept after it that it has just discarded. */
  during: <Result>(save: () => Promise<Result>) => Promise<Result>
  /** Forgets what was typed, everywhere. */
  discard: () => Promise<void>
  /** The time of the server, for an article that is published now: clocks of browsers may be wrong. */
  serverTime: () => Promise<string>
}

interface UnsavedWorkOptions {
  copyId: string
  articleId: string
  owner: string
  stored: ArticleForm
  since: string | null
  typed: ArticleForm
}

/** With the 100 ms after which the editor tells the form, this browser has everything 300 ms after it was typed. */
const HERE_MS = { quietMs: 150, longestMs: 200 }
const THERE_MS = { quietMs: 2000, longestMs: 10_000 }
const CLEAN = { isDirty: false, here: 'kept', there: 'kept', at: null } as const

/** Keeps what is typed in an opened form until it is saved: in this browser, and on the server as a working copy. */
function createUnsavedWork(options: UnsavedWorkOptions): UnsavedWork {
  const { copyId, articleId, owner } = options
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

  const copy = () => ({ id: copyId, article_id: articleId, since, form: keptForm(typed, edition) })

  /** A form without changes has nothing to keep. */
  const here = createFollower<boolean, void>({
    ...HERE_MS,
    apply: (isDirty) =>
      isDirty
        ? browserCopies.put({ ...copy(), owner, kept_at: new Date().toISOString() })
        : browserCopies.remove(copyId),
    onDone: () => change({ here: 'kept' }),
    onFailure(error) {
      console.warn('This browser does not keep unsaved work', error)
      change({ here: 'failed' })
      return true
    },
  })
  const there = createFollower<boolean, string | null>({
    ...THERE_MS,
    async apply(isDirty) {
      if (isDirty) return keepWorkingCopy(browserClient(), copy())
      await discardWorkingCopy(browserClient(), copyId)
      return null
    },
    onDone: (at) => change({ there: 'kept', at }),
    async onFailure(error) {
      const problem = await findKeepProblem(error)
      change({ there: problem })
      return problem === 'no_connection' || problem === 'failed'
    },
  })

  function follow() {
    edition += 1
    const isDirty = differingFields(typed, stored).length > 0
    if (!isDirty && !state.isDirty) return
    const isKnownProblem = isDirty && state.there !== 'kept' && state.there !== 'waiting'
    change({ isDirty, here: 'waiting', ...(!isKnownProblem && { there: 'waiting' }) })
    here.want(isDirty)
    if (!isSaving) there.want(isDirty)
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    typed(form) {
      typed = form
      follow()
    },
    rebase(next) {
      stored = next.stored
      since = next.since
      typed = next.typed
      follow()
    },
    async flush() {
      await Promise.all([here.flush(), isSaving ? undefined : there.flush()])
    },
    async during(save) {
      isSaving = true
      try {
        await there.settle()
        return await save()
      } finally {
        isSaving = false
        // Also when nothing is left: a copy may have arrived after it was discarded.
        if (state.isDirty) there.want(true)
      }
    },
    async discard() {
      typed = stored
      change({ isDirty: false })
      here.want(false)
      there.want(false)
      await Promise.all([here.flush(), there.flush()])
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

type UseUnsavedWorkOptions = Omit<UnsavedWorkOptions, 'typed'> & {
  /** The local copy that the form was restored from; it is discarded as soon as the form has a copy of its own. */
  restoredFrom: string | undefined
}

/** Keeps what is typed in a form, from its first change until it is saved. */
export function useUnsavedWork(
  form: UseFormReturn<ArticleForm>,
  { restoredFrom, ...options }: UseUnsavedWorkOptions,
): UnsavedWork {
  const { copyId } = options
  const [work] = useState(() => createUnsavedWork({ ...options, typed: form.getValues() }))

  useEffect(() => lockCopy(copyId), [copyId])
  useEffect(() => (restoredFrom ? replaceCopy(work, restoredFrom) : undefined), [work, restoredFrom])
  useEffect(() => {
    // What was restored is unsaved from the beginning.
    work.typed(form.getValues())
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => work.typed(values),
    })
  }, [form, work])
  useFlush(work.flush)

  return work
}

/** What has become of what was typed. */
export function useUnsavedState(work: UnsavedWork): UnsavedState {
  return useSyncExternalStore(work.subscribe, work.state)
}

/** Whether the form differs from what is stored. It renders again only when that changes. */
export function useIsDirty(work: UnsavedWork): boolean {
  return useSyncExternalStore(work.subscribe, () => work.state().isDirty)
}
