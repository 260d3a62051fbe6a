import type { LimitHit } from '#core/domain/system.ts'
import type { LimitName } from '#server/platform/limits/limits.ts'
import { isRecent } from '#server/platform/report/recent.ts'

/** Bounds beside the rate limits, in words. */
type OtherLimit =
  | 'connections'
  | 'unread responses'
  | 'requests at once'
  | 'waiting for a turn'
  | 'waiting jobs'

/** The limits that were reached in this process, as metrics are. */
const hits = new Map<string, LimitHit>()

/** Counts that a limit refused somebody; nothing says whom. */
export function noteLimit(limit: LimitName | OtherLimit): void {
  const now = new Date().toISOString()
  const hit = hits.get(limit)
  if (hit && isRecent(hit.last_at)) {
    hit.times += 1
    hit.last_at = now
  } else hits.set(limit, { limit, since: now, last_at: now, times: 1 })
}

/** The limits that refused somebody within a day. */
export const listLimits = (): LimitHit[] => [...hits.values()].filter(({ last_at }) => isRecent(last_at))
