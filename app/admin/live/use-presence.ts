import { use, useCallback, useEffect, useSyncExternalStore } from 'react'
import { LiveContext } from '#app/admin/live/live-updates.tsx'

const NOBODY: readonly string[] = []

/**
 * Tells other administrators that this one is in that place of the desk, an article say, and returns the e-mail addresses of those
 * who are there too. Without a connection nobody is.
 */
export function usePresence(place: string): readonly string[] {
  const channel = use(LiveContext)
  useEffect(() => channel?.enter(place), [channel, place])
  const subscribe = useCallback(
    (listener: () => void) => channel?.subscribe(listener) ?? (() => {}),
    [channel],
  )
  return useSyncExternalStore(subscribe, () => channel?.othersIn(place) ?? NOBODY)
}
