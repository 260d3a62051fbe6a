import { discardCopy } from '#app/admin/article/unsaved/find-unsaved-copies.ts'
import type { UnsavedWork } from '#app/admin/article/unsaved/unsaved-work.ts'

/** Discards the copy that a form was restored from, as soon as the form is kept itself. Returns a function that stops waiting. */
export function replaceCopy(work: UnsavedWork, copyId: string): () => void {
  const unsubscribe = work.subscribe(() => {
    const { isDirty, here, there } = work.state()
    if (isDirty && (here !== 'kept' || there !== 'kept')) return
    unsubscribe()
    discardCopy(copyId).catch((error: unknown) => console.warn('The restored copy is still there', error))
  })
  return unsubscribe
}
