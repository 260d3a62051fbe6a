import * as z from 'zod'
import { defineJob, defineScheduledJob, MINUTE } from '#server/platform/queue/job.ts'

/** Asks a callback whether it wants what somebody has requested in its name. It is asked once, so the job is not repeated. */
export const askCallbackJob = defineJob('ask-feed-subscriber', z.strictObject({ requestId: z.uuid() }), {
  retries: { limit: 0, delaySeconds: 1, maxDelaySeconds: 1 },
  timeoutSeconds: MINUTE,
  maxWaiting: 500,
  concurrency: 4,
  isExclusive: false,
})

/** Sends a feed to one subscriber. */
export const sendFeedJob = defineJob('send-feed', z.strictObject({ subscriptionId: z.uuid() }), {
  retries: { limit: 2, delaySeconds: 5, maxDelaySeconds: MINUTE },
  timeoutSeconds: MINUTE,
  maxWaiting: 2_000,
  concurrency: 8,
  isExclusive: false,
})

/** Tells a public hub which feeds have changed. */
export const tellPublicHubJob = defineJob(
  'tell-public-hub',
  z.strictObject({ paths: z.array(z.string().startsWith('/feeds/').max(300)).min(1).max(100) }),
  {
    retries: { limit: 10, delaySeconds: 30, maxDelaySeconds: 60 * MINUTE },
    timeoutSeconds: MINUTE,
    maxWaiting: 500,
    concurrency: 1,
    isExclusive: false,
  },
)

/** Finds subscribers who do not have what a feed contains by now. */
export const followFeedSubscribersJob = defineScheduledJob('follow-feed-subscribers')
