import * as z from 'zod'
import { defineJob, defineMailJob, defineScheduledJob, HOUR, MINUTE } from '#server/platform/queue/job.ts'

/** Makes a backup that stands in the list as waiting. It waits for one that a command makes meanwhile. */
export const makeBackupJob = defineJob('make-backup', z.strictObject({ backupId: z.uuid() }), {
  retries: { limit: 30, delaySeconds: 15, maxDelaySeconds: 5 * MINUTE },
  timeoutSeconds: 12 * HOUR,
  maxWaiting: 10,
  concurrency: 1,
  isExclusive: false,
})

export const followBackupsJob = defineScheduledJob('follow-backups')

export const sendBackupNoticeJob = defineMailJob(
  'send-backup-notice',
  z.strictObject({ userId: z.uuid(), troubleId: z.int().positive() }),
  { expireAfterSeconds: 24 * HOUR, dailyLimitPerAddress: 5 },
)
