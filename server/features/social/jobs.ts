import { defineScheduledJob } from '#server/platform/queue/job.ts'

/** Makes messages of what has changed. */
export const tellSocialWebJob = defineScheduledJob('tell-social-web')

/** Delivers messages that are due, for a few minutes. */
export const deliverToSocialWebJob = defineScheduledJob('deliver-to-social-web')
