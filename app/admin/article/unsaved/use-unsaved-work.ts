import { useEffect, useState, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ArticleForm } from '#app/admin/article/form/article-form.ts'
import {
  createUnsavedWork,
  type UnsavedState,
  type UnsavedWork,
} from '#app/admin/article/unsaved/unsaved-work.ts'
import { useFlush } from '#app/admin/article/unsaved/use-flush.ts'

type Options = Omit<Parameters<typeof createUnsavedWork>[0], 'typed'>

/** Keeps what is typed in a form, from its first change until it is saved. */
export function useUnsavedWork(form: UseFormReturn<ArticleForm>, options: Options): UnsavedWork {
  const [work] = useState(() => createUnsavedWork({ ...options, typed: form.getValues() }))

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
