import { useSyncExternalStore } from 'react'
import { onSavedListChange, readSavedList } from '#app/saved/saved-list-store.ts'
import type { SavedList } from '#core/domain/saved-list.ts'

/** The list as it is now; null on the server and in the first rendering of the browser. */
export function useSavedList(): SavedList | null {
  return useSyncExternalStore(onSavedListChange, readSavedList, () => null)
}
