import * as z from 'zod'
import { defineJob, defineScheduledJob, MINUTE } from '#server/platform/queue/job.ts'

export const publishScheduledJob = defineScheduledJob('publish-scheduled')

/** Enqueued for the moment at which an article is due, so that it is not up to a minute late. */
export const publishAtItsMomentJob = defineJob(
  'publish-at-its-moment',
  z.strictObject({ articleId: z.uuid() }),
  {
    retries: { limit: 5, delaySeconds: 2, maxDelaySeconds: 30 },
    timeoutSeconds: MINUTE,
    maxWaiting: 500,
    concurrency: 1,
    isExclusive: false,
  },
)

export const chooseTopicsJob = defineScheduledJob('choose-topics')
