import * as z from 'zod'
import { defineJob, defineMailJob, defineScheduledJob, HOUR, MINUTE } from '#server/platform/queue/job.ts'

export const publishScheduledJob = defineScheduledJob('publish-scheduled')

/** Enqueued for the moment at which an article is due, so that it is not up to a minute late. */
export const publishAtItsMomentJob = defineJob(
  'publish-at-its-moment',
  z.strictObject({ articleId: z.uuid() }),
  {
    retries: { limit: 5, delaySeconds: 2, maxDelaySeconds: 30 },
    timeoutSeconds: MINUTE,
    maxWaiting: 500,
    concurrency: 1,
    isExclusive: false,
  },
)

/** The notices about a schedule that administrators are mailed: the article was not published, or some of its translations were not. */
export type ScheduleNotice = z.infer<typeof scheduleNotice>
const scheduleNotice = z.enum(['not_published', 'left_behind'])

export const sendScheduleNoticeJob = defineMailJob(
  'send-schedule-notice',
  z.strictObject({ userId: z.uuid(), articleId: z.uuid(), event: scheduleNotice }),
  { expireAfterSeconds: 24 * HOUR, dailyLimitPerAddress: 50 },
)

/** Follows the search index, and then what articles are about, which is chosen by it. */
export const chooseTopicsJob = defineScheduledJob('choose-topics')

export const followWorkJob = defineScheduledJob('follow-work')

/** Mails a person of the desk the work that is waiting. Two dozen digests a day, and what is due. */
export const sendWorkMailJob = defineMailJob(
  'send-work-mail',
  z.strictObject({ userId: z.uuid(), mailId: z.uuid() }),
  { expireAfterSeconds: 6 * HOUR, dailyLimitPerAddress: 100 },
)
