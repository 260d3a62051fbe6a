import { defineScheduledJob } from '#server/platform/queue/job.ts'

export const settleLostMailsJob = defineScheduledJob('settle-lost-mails')

export const purgeJob = defineScheduledJob('purge')
