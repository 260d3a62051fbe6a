import type { LoggedError } from '#core/domain/system.ts'
import { isRecent } from '#server/platform/report/recent.ts'
import { currentRequestId } from '#server/platform/request-id.ts'
import { shortLine } from '#server/platform/short-line.ts'

const MOST = 20

/** The errors of this process by what was thrown, the latest last. */
const errors = new Map<string, LoggedError>()

/** Remembers a logged error, with its place and the thrown value. */
export function noteError(message: string, thrown?: string): void {
  const what = thrown === undefined ? '' : shortLine(thrown)
  const where = shortLine(message)
  // Messages of one kind differ in ids and numbers.
  const key = what || where.replace(/[\da-f-]{8,}|\d+/g, '#')
  const before = errors.get(key)
  const now = new Date().toISOString()
  errors.delete(key)
  errors.set(key, {
    since: before?.since ?? now,
    last_at: now,
    times: (before?.times ?? 0) + 1,
    message: what ? `${where}: ${what}` : where,
    request_id: currentRequestId() ?? before?.request_id ?? null,
  })
  if (errors.size > MOST) errors.delete(errors.keys().next().value ?? '')
}

/** The last errors of a day, the latest first. */
export const listErrors = (): LoggedError[] =>
  [...errors.values()].filter(({ last_at }) => isRecent(last_at)).toReversed()
