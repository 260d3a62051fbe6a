import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether scripts are at work on this page: false on the server and until it is hydrated. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
