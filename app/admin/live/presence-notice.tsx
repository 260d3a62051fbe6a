import { use, useCallback, useEffect, useSyncExternalStore } from 'react'
import { LiveContext } from '#app/admin/live/live-updates.tsx'
import { t } from '#app/admin/messages.ts'

const NO_ONE: readonly string[] = []

interface PresenceNoticeProps {
  /** The edited thing: `article:<id>`, `settings`. */
  topic: string
  className?: string
}

/** Shows who else is editing the same thing, and announces this administrator to them. */
export function PresenceNotice({ topic, className = '' }: PresenceNoticeProps) {
  const others = usePresence(topic)
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
 * Announces this administrator in a place of the desk, and returns the e-mail addresses of the others there; none without a
 * connection.
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

/** A sentence about the other administrators in a place, given their e-mail addresses; empty when there are none. */
export function describePresence(emails: readonly string[]): string {
  const names = nameAll(emails)
  const named = names.slice(0, names.length > MAX_NAMES ? MAX_NAMES - 1 : MAX_NAMES)
  const more = names.length - named.length
  if (names.length === 0) return ''
  const list = more > 0 ? [...named, t('live.others.more', { count: more })] : named
  return t('live.others.edit', { count: names.length, names: LIST.format(list) })
}

/** The local parts of addresses, which are mostly names, or the whole address where two have the same. */
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
