import { use, useCallback, useEffect, useSyncExternalStore } from 'react'
import { describeOthers } from '#app/admin/live/describe-others.ts'
import { LiveContext } from '#app/admin/live/live-updates.tsx'

const NOBODY: readonly string[] = []

interface OthersHereProps {
  /** The place of the desk: `article:<id>`, `settings`. */
  topic: string
  className?: string
}

/** Says who else is editing the same thing right now, and tells them about this administrator. */
export function OthersHere({ topic, className = '' }: OthersHereProps) {
  const others = usePresence(topic)
  const sentence = describeOthers(others)
  // The region is always there, because screen readers announce only changes in an existing one.
  return (
    <div role="status" className={sentence ? className : 'sr-only'}>
      {sentence && (
        <p
          title={others.join(', ')}
          className="inline-flex min-w-0 items-center gap-2 rounded-sm bg-orange/10 px-2.5 py-1 text-sm wrap-anywhere"
        >
          <span aria-hidden className="size-2 shrink-0 rounded-full bg-orange" />
          {sentence}
        </p>
      )}
    </div>
  )
}

/**
 * Tells other administrators that this one is in that place of the desk, an article say, and returns the e-mail addresses of those
 * who are there too. Without a connection nobody is.
 */
function usePresence(place: string): readonly string[] {
  const channel = use(LiveContext)
  useEffect(() => channel?.enter(place), [channel, place])
  const subscribe = useCallback(
    (listener: () => void) => channel?.subscribe(listener) ?? (() => {}),
    [channel],
  )
  return useSyncExternalStore(subscribe, () => channel?.othersIn(place) ?? NOBODY)
}
