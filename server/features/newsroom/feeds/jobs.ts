import { defineScheduledJob } from '#server/platform/queue/job.ts'

/** Asks the feeds of other publications that are due. */
export const requestNewsFeedsJob = defineScheduledJob('request-news-feeds')
