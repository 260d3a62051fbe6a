import { defineScheduledJob } from '#server/platform/queue/job.ts'

/** Tells search engines which addresses have changed. */
export const submitAddressesJob = defineScheduledJob('submit-changed-addresses')
