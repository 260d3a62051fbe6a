import { use, useCallback, useEffect, useSyncExternalStore } from 'react'
import { LiveContext } from '#app/admin/live/live-updates.tsx'
import { t } from '#app/admin/messages.ts'

const NOBODY: readonly string[] = []

interface PresenceNoticeProps {
  /** The place of the desk: `article:<id>`, `settings`. */
  topic: string
  className?: string
}

/** Says who else is editing the same thing right now, and tells them about this administrator. */
export function PresenceNotice({ topic, className = '' }: PresenceNoticeProps) {
  const others = usePresence(topic)
  const sentence = describePresence(others)
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

/** So many are named; more are counted. */
const MAX_NAMES = 3

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** A sentence about the other administrators in a place, given their e-mail addresses; empty when there are none. */
export function describePresence(emails: readonly string[]): string {
  const names = nameAll(emails)
  const named = names.slice(0, names.length > MAX_NAMES ? MAX_NAMES - 1 : MAX_NAMES)
  const more = names.length - named.length
  if (names.length === 0) return ''
  const list = more > 0 ? [...named, t('live.others.more', { count: more })] : named
  return t('live.others.edit', { count: names.length, names: LIST.format(list) })
}

/** What stands before the @, which is a name in most addresses, or the address where that would mean two people. */
function nameAll(emails: readonly string[]): string[] {
  const localParts = emails.map((email) => email.split('@', 1)[0] ?? '')
  return emails.map((email, index) => {
    const local = localParts[index]
    const isClear = local && localParts.filter((other) => other === local).length === 1
    return isClear ? capitalize(local) : email
  })
}

function capitalize(name: string): string {
  const [first = '', ...rest] = name
  return first.toLocaleUpperCase('en') + rest.join('')
}
