import { use, useCallback, useEffect, useSyncExternalStore } from 'react'
import { LiveContext } from '#app/admin/kit/live/live-updates.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { usePeople } from '#app/admin/kit/query/colleagues.ts'

const NO_ONE: readonly string[] = []

interface PresenceNoticeProps {
  /** The edited thing: `article:<id>`, `settings`. */
  topic: string
  className?: string
}

/** Shows who else is editing the same thing, and announces this member to them. */
export function PresenceNotice({ topic, className = '' }: PresenceNoticeProps) {
  const people = usePeople()
  // Whoever has no role here is not believed to be somebody.
  const others = usePresence(topic).flatMap((id) => people.get(id)?.name ?? [])
  const sentence = describePresence(others)
  // Always rendered, because screen readers announce only changes in an existing region.
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
 * Announces this member in a place of the desk, and returns the ids of the others there; none without a connection.
 */
function usePresence(place: string): readonly string[] {
  const channel = use(LiveContext)
  useEffect(() => channel?.enter(place), [channel, place])
  const subscribe = useCallback(
    (listener: () => void) => channel?.subscribe(listener) ?? (() => {}),
    [channel],
  )
  return useSyncExternalStore(subscribe, () => channel?.othersIn(place) ?? NO_ONE)
}

/** The maximum number of names; further ones are counted. */
const MAX_NAMES = 3

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** A sentence about the other people in a place, given their names or addresses; empty when there are none. */
export function describePresence(others: readonly string[]): string {
  const names = nameAll(others)
  const named = names.slice(0, names.length > MAX_NAMES ? MAX_NAMES - 1 : MAX_NAMES)
  const more = names.length - named.length
  if (names.length === 0) return ''
  const list = more > 0 ? [...named, t('live.others.more', { count: more })] : named
  return t('live.others.edit', { count: names.length, names: LIST.format(list) })
}

/** Names as they are, and the local parts of addresses, which are mostly names, or the whole address where two have the same. */
function nameAll(others: readonly string[]): string[] {
  const localParts = others.map((other) => other.split('@', 1)[0] ?? '')
  return others.map((other, index) => {
    if (!other.includes('@')) return other
    const local = localParts[index]
    const isClear = local && localParts.filter((part) => part === local).length === 1
    return isClear ? capitalize(local) : other
  })
}

function capitalize(name: string): string {
  const [first = '', ...rest] = name
  return first.toLocaleUpperCase('en') + rest.join('')
}
