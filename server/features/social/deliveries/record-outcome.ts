import type { Services } from '#server/features/services.ts'
import type { DueDelivery } from '#server/features/social/deliveries/due-servers.ts'
import type { PostOutcome } from '#server/features/social/deliveries/post-activity.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { pauseAfter } from '#server/platform/links/post-message.ts'

const LONGEST_PAUSE_SECONDS = 6 * 3600
const WEEK_SECONDS = 7 * 24 * 3600
/** A server that has failed for a week has failed so often at least: the site may have been away. */
const LEAST_FAILURES = 10
/** A server that refuses a signature may not have reached us to fetch the key. */
const MOST_UNAUTHORIZED = 8
/** For a server that takes nothing; older messages are given up. */
const MOST_WAITING = 2_000

interface Attempt {
  host: string
  due: DueDelivery
  outcome: PostOutcome
}

/** Whether a message was taken, or the server works and does not want it. */
export function isSettled({ problem, status }: PostOutcome, { attempts }: DueDelivery): boolean {
  if (problem === null) return true
  if (status === 401 || status === 403) return attempts + 1 >= MOST_UNAUTHORIZED
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Forgets a message that need not be sent again. */
export async function settle(sql: Session, { host, due, outcome }: Attempt): Promise<void> {
  await sql`delete from private.social_deliveries where id = ${due.id}`
  // Gone (RFC 9110, 15.5.11): nobody is behind this inbox any more.
  if (outcome.status === 410) await forgetInbox(sql, host, due.inbox)
}

/**
 * Stores that a message was not taken, and leaves the server alone for a while. After a week without a success, what does not answer is left,
 * with everybody who follows from there; of a server that answers, those who share the inbox.
 * @param hasWorked whether the server has taken another message before in this turn
 */
export async function recordFailure(
  { sql, log }: Pick<Services, 'sql' | 'log'>,
  { host, due, outcome, hasWorked }: Attempt & { hasWorked: boolean },
): Promise<void> {
  const { problem, status, retryAfterSeconds } = outcome
  await sql.transaction(async (transaction) => {
    await transaction`
      update private.social_deliveries set attempts = attempts + 1, problem = ${problem}, http_status = ${status}
      where id = ${due.id}`
    const [{ failures, seconds }] = await transaction<[{ failures: number; seconds: number }]>`
      update private.social_servers
      set failures = case when ${hasWorked} then 1 else failures + 1 end, problem = ${problem},
        failing_since = case when ${hasWorked} then now() else coalesce(failing_since, now()) end
      where host = ${host}
      returning failures, extract(epoch from now() - failing_since)::float8 as seconds`
    const isOver = seconds >= WEEK_SECONDS && failures >= LEAST_FAILURES
    if (isOver && status !== null) await forgetInbox(transaction, host, due.inbox)
    else if (isOver) await transaction`delete from private.social_followers where host = ${host}`
    const pause = Math.max(pauseAfter(failures, LONGEST_PAUSE_SECONDS), retryAfterSeconds ?? 0)
    const [{ isLeft }] = await transaction<[{ isLeft: boolean }]>`
      update private.social_servers
      set resumes_at = now() + make_interval(secs => ${Math.min(pause, LONGEST_PAUSE_SECONDS)}),
        left_at = case when ${isOver} and not exists (select from private.social_followers where host = ${host}) then now() end
      where host = ${host}
      returning left_at is not null as "isLeft"`
    await transaction`
      delete from private.social_deliveries
      where host = ${host} and id <= (
        select id from private.social_deliveries where host = ${host}
        order by id desc offset ${isLeft ? 0 : MOST_WAITING} limit 1)`
    if (isLeft) log.warn(`Nothing is sent to ${host} any more: it has taken nothing for a week.`)
  })
}

async function forgetInbox(sql: Session, host: string, inbox: string): Promise<void> {
  await sql`
    delete from private.social_followers where host = ${host} and ${inbox} in (inbox, shared_inbox)`
  await sql`delete from private.social_deliveries where host = ${host} and inbox = ${inbox}`
}
