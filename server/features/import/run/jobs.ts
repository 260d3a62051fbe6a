import * as z from 'zod'
import { defineJob, HOUR, MINUTE } from '#server/platform/queue/job.ts'

const RULES = {
  // A process that was killed is noticed within a minute; what was done stays done.
  retries: { limit: 30, delaySeconds: 5, maxDelaySeconds: 5 * MINUTE },
  timeoutSeconds: 12 * HOUR,
  maxWaiting: 20,
  concurrency: 1,
  isExclusive: false,
}
const importPayload = z.strictObject({ importId: z.uuid() })

/** The dry run. */
export const readImportJob = defineJob('read-import', importPayload, RULES)
export const runImportJob = defineJob('run-import', importPayload, RULES)
export const undoImportJob = defineJob('undo-import', importPayload, RULES)
