import { WEBHOOK_TEST } from '#core/domain/webhook.ts'
import { listMailedAdministrators } from '#server/features/administration/mailed-administrators.ts'
import type { Services } from '#server/features/services.ts'
import type { DueDelivery } from '#server/features/webhooks/due-deliveries.ts'
import { sendWebhookNoticeJob } from '#server/features/webhooks/jobs.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type PostOutcome, pauseAfter } from '#server/platform/links/post-message.ts'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS
/** Between two attempts for one delivery, and between two for one webhook. */
const LONGEST_PAUSE_SECONDS = 60 * MINUTE_SECONDS
const LONGEST_PAUSE_OF_WEBHOOK_SECONDS = 15 * MINUTE_SECONDS
/** A webhook that has failed for a day has failed so often at least: the site may have been away. */
const LEAST_FAILURES = 5
/** A receiver may refuse single deliveries; one that refuses so many in a row refuses all. */
const MOST_REFUSALS = 10

/** After how many seconds a delivery is tried again; null when it was tried for a day. The last attempt is a day after the first. */
export function nextAttempt(
  attempts: number,
  triedForSeconds: number,
  random = Math.random(),
): number | null {
  const left = DAY_SECONDS - triedForSeconds
  return left <= 0 ? null : Math.min(pauseAfter(attempts, LONGEST_PAUSE_SECONDS, random), left)
}

/**
 * Stores what became of an attempt. A webhook for which every attempt has failed for a day is switched off, and the administrators are mailed.
 * @returns whether the next delivery may be tried at once
 */
export async function recordAttempt(
  { sql, queue, log }: Pick<Services, 'sql' | 'queue' | 'log'>,
  due: DueDelivery,
  { problem, status, answer }: PostOutcome,
): Promise<boolean> {
  const isTest = due.event === WEBHOOK_TEST
  const again = problem === null || isTest ? null : nextAttempt(due.attempts + 1, due.triedForSeconds ?? 0)
  const becomes = problem === null ? 'delivered' : again === null ? 'failed' : 'waiting'
  return sql.transaction(async (transaction) => {
    // In this order everywhere: a change of the webhook locks it first.
    await transaction`
      update public.webhooks set attempted_at = now(), problem = ${problem}, http_status = ${status} where id = ${due.webhookId}`
    // One that was given up meanwhile, because the webhook was switched off, stays so unless it was taken.
    await transaction`
      update public.webhook_deliveries set attempts = attempts + 1, attempted_at = now(), tried_since = coalesce(tried_since, now()),
        http_status = ${status}, answer = ${answer}, problem = ${problem}, status = ${becomes},
        due_at = now() + make_interval(secs => ${again ?? 0})
      where id = ${due.id} and (status = 'waiting' or ${becomes} = 'delivered')`
    if (problem === null) await endFailing(transaction, due)
    else if (!isTest) return recordFailure({ queue, log }, transaction, due, isRefusal(status))
    return true
  })
}

/** Whether the receiver works, and does not want this one. */
const isRefusal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429

async function endFailing(transaction: Session, { webhookId }: DueDelivery): Promise<void> {
  await transaction`
    update public.webhooks set failures = 0, failing_since = null, resumes_at = now() where id = ${webhookId} and failures > 0`
}

/** Returns whether the webhook goes on at once. */
async function recordFailure(
  deps: Pick<Services, 'queue' | 'log'>,
  transaction: Session,
  { webhookId }: DueDelivery,
  isRefused: boolean,
): Promise<boolean> {
  const [failing] = await transaction<{ failures: number; seconds: number }[]>`
    update public.webhooks set failures = failures + 1, failing_since = coalesce(failing_since, now())
    where id = ${webhookId} and enabled
    returning failures, extract(epoch from now() - failing_since)::float8 as seconds`
  // Somebody has switched it off meanwhile.
  if (!failing) return false
  const { failures, seconds } = failing
  if (seconds < DAY_SECONDS || failures < LEAST_FAILURES) {
    if (isRefused && failures < MOST_REFUSALS) return true
    await transaction`
      update public.webhooks
      set resumes_at = now() + make_interval(secs => ${pauseAfter(failures, LONGEST_PAUSE_OF_WEBHOOK_SECONDS)})
      where id = ${webhookId}`
    return false
  }
  await transaction`
    update public.webhooks set enabled = false, switched_off_at = now() where id = ${webhookId}`
  deps.log.warn(`The webhook ${webhookId} was switched off: it has taken nothing for a day.`)
  for (const userId of await listMailedAdministrators(transaction))
    await deps.queue.enqueue(sendWebhookNoticeJob, { userId, webhookId }, { transaction })
  return false
}
