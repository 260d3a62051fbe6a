import type { FeedDocument } from '#server/features/newsroom/feeds/read-feed-document.ts'
import type { DocumentHeaders } from '#server/platform/links/request-document.ts'

const HOUR_S = 3_600
const LONGEST_WAIT_S = 24 * HOUR_S
/** A publisher may ask to be asked more rarely, but news is no longer news after some hours. */
const LONGEST_AGE_S = 6 * HOUR_S

/** In how many seconds a feed that could be read is asked again: in an hour, or later if it says so. */
export function secondsUntilNext(
  headers: DocumentHeaders,
  { ttlMinutes }: Pick<FeedDocument, 'ttlMinutes'> = { ttlMinutes: 0 },
): number {
  const maxAge = Number(/(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(headers['cache-control'])?.[1] ?? 0)
  return Math.min(LONGEST_AGE_S, Math.max(HOUR_S, maxAge, ttlMinutes * 60))
}

/** In how many seconds a feed is asked again that could not be read so many times: an hour, two, four, … a day, or when its server says. */
export function secondsAfterFailure(failures: number, retryAfter: string, now: Date): number {
  const delay = HOUR_S * 2 ** Math.min(10, Math.max(0, failures - 1))
  return Math.min(LONGEST_WAIT_S, Math.max(delay, secondsOf(retryAfter, now)))
}

/** Retry-After is a number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string, now: Date): number {
  if (/^\d{1,9}$/.test(retryAfter.trim())) return Number(retryAfter)
  const until = Date.parse(retryAfter)
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil((until - +now) / 1000))
}
