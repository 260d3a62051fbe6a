import type { Services } from '#server/features/services.ts'
import type { DueDelivery } from '#server/features/social/deliveries/due-servers.ts'
import type { PostOutcome } from '#server/features/webhooks/post-message.ts'
import { pauseAfter } from '#server/features/webhooks/record-attempt.ts'

const LONGEST_PAUSE_SECONDS = 6 * 3600
const WEEK_SECONDS = 7 * 24 * 3600
/** A server that has failed for a week has failed so often at least: the site may have been away. */
const LEAST_FAILURES = 10
/** A server that refuses a signature may not have reached us to fetch the key. */
const MOST_UNAUTHORIZED = 8

/** Whether a server works, and does not want this message. */
const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)

/**
 * Stores what became of an attempt. A server for which every attempt has failed for a week is left, with everybody who follows from there.
 * @returns whether the next message may be sent at once
 */
export async function recordOutcome(
  { sql, log }: Pick<Services, 'sql' | 'log'>,
  host: string,
  { id, inbox, attempts }: DueDelivery,
  { problem, status }: PostOutcome,
): Promise<boolean> {
  const isUnauthorized = status === 401 || status === 403
  if (problem === null || isRefusal(status) || (isUnauthorized && attempts + 1 >= MOST_UNAUTHORIZED)) {
    await sql`delete from private.social_deliveries where id = ${id}`
    // Gone (RFC 9110, 15.5.11): nobody is behind this inbox any more.
    if (status === 410)
      await sql`delete from private.social_followers where ${inbox} in (inbox, shared_inbox)`
    return true
  }
  return sql.transaction(async (transaction) => {
    await transaction`
      update private.social_deliveries set attempts = attempts + 1, problem = ${problem}, http_status = ${status}
      where id = ${id}`
    const [{ failures, seconds }] = await transaction<[{ failures: number; seconds: number }]>`
      update private.social_servers
      set failures = failures + 1, failing_since = coalesce(failing_since, now()), problem = ${problem}
      where host = ${host}
      returning failures, extract(epoch from now() - failing_since)::float8 as seconds`
    const isLeft = seconds >= WEEK_SECONDS && failures >= LEAST_FAILURES
    await transaction`
      update private.social_servers
      set resumes_at = now() + make_interval(secs => ${pauseAfter(failures, LONGEST_PAUSE_SECONDS)}),
        left_at = case when ${isLeft} then now() end
      where host = ${host}`
    if (isLeft) {
      await transaction`delete from private.social_deliveries where host = ${host}`
      await transaction`delete from private.social_followers where host = ${host}`
      log.warn(`Nothing is sent to ${host} any more: it has taken nothing for a week.`)
    }
    return false
  })
}
