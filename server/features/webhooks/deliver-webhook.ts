import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#server/features/services.ts'
import { composeBody } from '#server/features/webhooks/compose-body.ts'
import {
  boundWaiting,
  type DueDelivery,
  endTurn,
  findDue,
  hasDue,
  listDueWebhooks,
  takeTurn,
} from '#server/features/webhooks/due-deliveries.ts'
import { deliverWebhookJob } from '#server/features/webhooks/jobs.ts'
import { ownerOfSecret } from '#server/features/webhooks/open-webhooks.ts'
import { recordAttempt } from '#server/features/webhooks/record-attempt.ts'
import { signMessage } from '#server/features/webhooks/sign-message.ts'
import { type PostOutcome, postMessage } from '#server/platform/links/post-message.ts'
import { isHeld } from '#server/platform/queue/is-held.ts'
import { type JobPayload, type JobRun, TryAgainLater } from '#server/platform/queue/job.ts'
import { QueueFullError } from '#server/platform/queue/job-queue.ts'
import type { NotifiedWork } from '#server/platform/queue/run-on-notify.ts'

/** A job then makes room for others, and goes on behind them. */
const TURN_MS = 10_000
/** At most ten requests a second go to one webhook. */
const PAUSE_MS = 100

type Deps = Pick<Services, 'sql' | 'queue' | 'log' | 'siteUrl' | 'webhooks'>

/**
 * Sends what is due for a webhook, one after the other, until nothing is, an attempt fails, or its turn is over. What was sent and not recorded,
 * because the process was killed, is sent again with the same id.
 */
export async function deliverWebhook(
  deps: Deps,
  { webhookId }: JobPayload<typeof deliverWebhookJob>,
  run: Pick<JobRun, 'id' | 'signal'>,
): Promise<void> {
  const { sql, queue } = deps
  if (!(await takeTurn(sql, webhookId, run.id))) return
  try {
    await boundWaiting(sql, webhookId)
    await sendWhatIsDue(deps, webhookId, run)
  } catch (error) {
    throw run.signal.aborted ? new TryAgainLater('its process ends') : error
  } finally {
    await endTurn(sql, webhookId, run.id)
  }
  if (!run.signal.aborted && (await hasDue(sql, webhookId)))
    await queue.enqueue(deliverWebhookJob, { webhookId })
}

async function sendWhatIsDue(
  deps: Deps,
  webhookId: string,
  run: Pick<JobRun, 'id' | 'signal'>,
): Promise<void> {
  const end = Date.now() + TURN_MS
  while (Date.now() < end && (await takeTurn(deps.sql, webhookId, run.id))) {
    const due = await findDue(deps.sql, webhookId)
    if (!due) return
    const begun = Date.now()
    const goesOn = await recordAttempt(deps, due, await attempt(deps, due, run.signal))
    if (!goesOn) return
    await delay(Math.max(0, begun + PAUSE_MS - Date.now()), undefined, { signal: run.signal })
  }
}

async function attempt(
  { webhooks, siteUrl }: Pick<Deps, 'webhooks' | 'siteUrl'>,
  due: DueDelivery,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const secrets = openSecrets(webhooks, due)
  if (secrets.length === 0) return { problem: 'secret', status: null, answer: '' }
  const body = composeBody(due, siteUrl)
  const headers = signMessage({ id: `msg_${due.id}`, body, at: new Date() }, secrets)
  return postMessage(due.url, { body, headers }, { ...webhooks.client, signal })
}

/** The secret, and the one before for a while; none when they were encrypted with another key. */
function openSecrets(
  { box }: Deps['webhooks'],
  { webhookId, sealed, previousSealed }: Pick<DueDelivery, 'webhookId' | 'sealed' | 'previousSealed'>,
): string[] {
  try {
    return [sealed, previousSealed].flatMap((one) =>
      one === null ? [] : box.open(ownerOfSecret(webhookId), one),
    )
  } catch {
    return []
  }
}

/** Enqueues a job for each webhook for which something is due. */
export async function followWebhooks({ sql, queue }: Pick<Services, 'sql' | 'queue'>): Promise<void> {
  for (const webhookId of await listDueWebhooks(sql)) {
    try {
      await queue.enqueue(deliverWebhookJob, { webhookId })
    } catch (error) {
      // The scheduled job tries again in a minute.
      if (error instanceof QueueFullError) return
      throw error
    }
  }
}

/** Sends as soon as the database notifies of deliveries. */
export const deliverOnNotify = (deps: Pick<Services, 'sql' | 'queue' | 'log'>): NotifiedWork => ({
  channel: 'webhook_deliveries',
  work: async () => {
    if (!(await isHeld(deps.sql))) await followWebhooks(deps)
  },
  // A scheduled job does it later.
  onError: (error) => deps.log.error('Webhooks could not be queued', error),
})
