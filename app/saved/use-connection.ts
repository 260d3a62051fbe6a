import { useSyncExternalStore } from 'react'

/** Whether the browser has a network, as far as it knows. */
export function useConnection(): boolean {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('online', changed)
      addEventListener('offline', changed)
      return () => {
        removeEventListener('online', changed)
        removeEventListener('offline', changed)
      }
    },
    () => navigator.onLine,
    () => true,
  )
}
