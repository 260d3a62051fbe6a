import * as z from 'zod'
import { defineJob, defineMailJob, defineScheduledJob, HOUR, MINUTE } from '#server/platform/queue/job.ts'

/** Sends what is due for one webhook, for a few seconds. As many webhooks are served at the same time as jobs run. */
export const deliverWebhookJob = defineJob('deliver-webhook', z.strictObject({ webhookId: z.uuid() }), {
  retries: { limit: 2, delaySeconds: 5, maxDelaySeconds: MINUTE },
  timeoutSeconds: MINUTE,
  maxWaiting: 100,
  concurrency: 6,
  isExclusive: false,
})

/** Finds webhooks for which something is due, such as a further attempt. */
export const followWebhooksJob = defineScheduledJob('follow-webhooks')

export const sendWebhookNoticeJob = defineMailJob(
  'send-webhook-notice',
  z.strictObject({ userId: z.uuid(), webhookId: z.uuid() }),
  { expireAfterSeconds: 24 * HOUR, dailyLimitPerAddress: 20 },
)
