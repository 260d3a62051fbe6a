import { describeOthers } from '#app/admin/live/describe-others.ts'
import { usePresence } from '#app/admin/live/use-presence.ts'

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
