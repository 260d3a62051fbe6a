import * as z from 'zod'
import { defineJob, MINUTE } from '#server/platform/queue/job.ts'

/** Tells the CDN in front which pages have changed; `null` stands for all. */
export const purgeCdnJob = defineJob(
  'purge-cdn',
  z.strictObject({ paths: z.array(z.string().startsWith('/')).max(200).nullable() }),
  {
    retries: { limit: 8, delaySeconds: 2, maxDelaySeconds: 5 * MINUTE },
    timeoutSeconds: 30,
    maxWaiting: 500,
    concurrency: 1,
    isExclusive: false,
  },
)
