import { WEBHOOK_TEST } from '#core/domain/webhook.ts'
import { listMailedAdministrators } from '#server/features/administration/mailed-administrators.ts'
import type { Services } from '#server/features/services.ts'
import type { DueDelivery } from '#server/features/webhooks/due-deliveries.ts'
import { sendWebhookNoticeJob } from '#server/features/webhooks/jobs.ts'
import type { PostOutcome } from '#server/features/webhooks/post-message.ts'
import type { Session } from '#server/platform/database/connection.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Between two attempts for one delivery, and between two for one webhook. */
const LONGEST_PAUSE_MS = 60 * MINUTE_MS
const LONGEST_PAUSE_OF_WEBHOOK_MS = 15 * MINUTE_MS
/** A webhook that has failed for a day has failed so often at least: the site may have been away. */
const LEAST_FAILURES = 5

/** The pause after so many failures in a row: a minute, two, four … with a fifth more or less, so that not everything comes back at once. */
export function pauseAfter(failures: number, longestMs: number, random = Math.random()): number {
  return Math.min(MINUTE_MS * 2 ** Math.min(failures - 1, 20), longestMs) * (0.8 + 0.4 * random)
}

/** When a delivery is tried again; null when it was tried for a day. The last attempt is a day after the first. */
export function nextAttempt(
  { attempts, triedSince }: { attempts: number; triedSince: Date },
  now: Date,
  random = Math.random(),
): Date | null {
  const last = triedSince.getTime() + DAY_MS
  if (now.getTime() >= last) return null
  return new Date(Math.min(now.getTime() + pauseAfter(attempts, LONGEST_PAUSE_MS, random), last))
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
  const now = new Date()
  const isTest = due.event === WEBHOOK_TEST
  const triedSince = due.triedSince ?? now
  const again =
    problem === null || isTest ? null : nextAttempt({ attempts: due.attempts + 1, triedSince }, now)
  const becomes = problem === null ? 'delivered' : again ? 'waiting' : 'failed'
  await sql.transaction(async (transaction) => {
    // In this order everywhere: a change of the webhook locks it first.
    await transaction`
      update public.webhooks set attempted_at = ${now}, problem = ${problem}, http_status = ${status} where id = ${due.webhookId}`
    // One that was given up meanwhile, because the webhook was switched off, stays so unless it was taken.
    await transaction`
      update public.webhook_deliveries set attempts = attempts + 1, attempted_at = ${now}, tried_since = ${triedSince},
        http_status = ${status}, answer = ${answer}, problem = ${problem}, status = ${becomes}, due_at = coalesce(${again}::timestamptz, due_at)
      where id = ${due.id} and (status = 'waiting' or ${becomes} = 'delivered')`
    if (problem === null) await endFailing(transaction, due)
    else if (!isTest) await recordFailure({ queue, log }, transaction, due, now)
  })
  return problem === null || isTest
}

async function endFailing(transaction: Session, { webhookId }: DueDelivery): Promise<void> {
  await transaction`
    update public.webhooks set failures = 0, failing_since = null, resumes_at = now() where id = ${webhookId} and failures > 0`
}

async function recordFailure(
  deps: Pick<Services, 'queue' | 'log'>,
  transaction: Session,
  { webhookId }: DueDelivery,
  now: Date,
): Promise<void> {
  const [failing] = await transaction<{ failures: number; since: Date }[]>`
    update public.webhooks set failures = failures + 1, failing_since = coalesce(failing_since, ${now})
    where id = ${webhookId} and enabled returning failures, failing_since as since`
  // Somebody has switched it off meanwhile.
  if (!failing) return
  const { failures, since } = failing
  if (now.getTime() - since.getTime() < DAY_MS || failures < LEAST_FAILURES) {
    const resumesAt = new Date(now.getTime() + pauseAfter(failures, LONGEST_PAUSE_OF_WEBHOOK_MS))
    await transaction`update public.webhooks set resumes_at = ${resumesAt} where id = ${webhookId}`
    return
  }
  await transaction`
    update public.webhooks set enabled = false, switched_off_at = ${now} where id = ${webhookId}`
  deps.log.warn(`The webhook ${webhookId} was switched off: it has taken nothing for a day.`)
  for (const userId of await listMailedAdministrators(transaction))
    await deps.queue.enqueue(sendWebhookNoticeJob, { userId, webhookId }, { transaction })
}
