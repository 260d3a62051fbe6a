import * as z from 'zod'
import { defineJob, defineScheduledJob, MINUTE } from '#server/platform/queue/job.ts'

/** Takes minutes of requests to the language model; each run of the job continues where the last one ended. */
export const translateArticleJob = defineJob('translate-article', z.strictObject({ runId: z.uuid() }), {
  retries: { limit: 12, delaySeconds: 2, maxDelaySeconds: 5 * MINUTE },
  timeoutSeconds: 30 * MINUTE,
  maxWaiting: 5_000,
  // Runs wait for the model nearly all the time, and for each other: its setting says how many requests there may be at once.
  concurrency: 10,
  isExclusive: false,
})

export const resumeTranslationsJob = defineScheduledJob('resume-translations')

export const countStaleTranslationsJob = defineScheduledJob('count-stale-translations')
