import type { Settings } from '#core/domain/settings.ts'

type Notice = NonNullable<Settings['notice']>

/** The notice if it is shown at this moment, in milliseconds since 1970. */
export function noticeAt(notice: Settings['notice'], now: number): Notice | null {
  if (!notice) return null
  const { from, until } = notice
  const isOver = until !== undefined && Date.parse(until) <= now
  return isOver || (from !== undefined && Date.parse(from) > now) ? null : notice
}

/** The next time at which the notice appears or ends: pages that were rendered before are outdated after that. */
export function nextTurnOf(notice: Settings['notice'], now: number): number {
  const moments = [notice?.from, notice?.until].map((moment) => Date.parse(moment ?? ''))
  return Math.min(...moments.filter((moment) => moment > now))
}
