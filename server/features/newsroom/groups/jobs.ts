import { defineScheduledJob } from '#server/platform/queue/job.ts'

/** Groups items that were left, and reads the words of the sections. */
export const groupNewsJob = defineScheduledJob('group-news')
