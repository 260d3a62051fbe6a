import { defineScheduledJob } from '#server/platform/queue/job.ts'

/** Asks pages that young articles cite whether they still say what was cited. */
export const recheckSourcesJob = defineScheduledJob('recheck-sources')
