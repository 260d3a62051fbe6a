import * as z from 'zod'
import { defineJob, defineMailJob, defineScheduledJob, HOUR, MINUTE } from '#server/platform/queue/job.ts'

/** The events of an issue of the newsletter about which those who may send it are mailed. */
export const NEWSLETTER_NOTICES = ['draft_ready', 'held', 'not_approved', 'waiting', 'continued'] as const
export type NewsletterNotice = (typeof NEWSLETTER_NOTICES)[number]

const ofSubscriber = z.strictObject({ subscriberId: z.uuid() })

/** `byLink`: requested with a mailed link, and not by entering the address. */
export const sendConfirmationMailJob = defineMailJob(
  'send-confirmation-mail',
  z.strictObject({ email: z.string().min(1).max(255), byLink: z.boolean().optional() }),
  { expireAfterSeconds: 24 * HOUR, dailyLimitPerAddress: 5, countsMailboxes: true },
)

export const sendWelcomeMailJob = defineMailJob('send-welcome-mail', ofSubscriber, {
  expireAfterSeconds: 24 * HOUR,
  dailyLimitPerAddress: 5,
})

export const sendSubscriberDataJob = defineMailJob('send-subscriber-data', ofSubscriber, {
  expireAfterSeconds: 24 * HOUR,
  dailyLimitPerAddress: 2,
})

export const sendErasureMailJob = defineMailJob('send-erasure-mail', ofSubscriber, {
  expireAfterSeconds: 24 * HOUR,
  dailyLimitPerAddress: 2,
})

export const sendNewsletterNoticeJob = defineMailJob(
  'send-newsletter-notice',
  z.strictObject({ userId: z.uuid(), issueId: z.uuid(), event: z.enum(NEWSLETTER_NOTICES) }),
  { expireAfterSeconds: 24 * HOUR, dailyLimitPerAddress: 20 },
)

export const queueWelcomeMailsJob = defineScheduledJob('queue-welcome-mails')

/** Gives the demo issues of earlier Sundays, after its first start. */
export const seedDemoIssuesJob = defineScheduledJob('seed-demo-issues')

export const followNewsletterJob = defineScheduledJob('follow-newsletter')

/** Enqueued shortly before an issue is due; the handler waits for the remaining seconds. The queue is stored under its first name. */
export const sendScheduledIssuesJob = defineJob(
  'newsletter-at-its-moment',
  z.strictObject({ at: z.iso.datetime() }),
  {
    retries: { limit: 5, delaySeconds: 2, maxDelaySeconds: 30 },
    timeoutSeconds: 5 * MINUTE,
    maxWaiting: 500,
    concurrency: 1,
    isExclusive: false,
  },
)

/** Asks the language model for a draft and its translations. */
export const draftNewsletterJob = defineJob('draft-newsletter', z.strictObject({ sunday: z.iso.date() }), {
  retries: { limit: 100, delaySeconds: MINUTE, maxDelaySeconds: 15 * MINUTE },
  timeoutSeconds: 30 * MINUTE,
  maxWaiting: 10,
  concurrency: 1,
  isExclusive: true,
})

/** One run of a process on an issue; the job is enqueued again until the issue has been sent. */
export const sendNewsletterIssueJob = defineJob(
  'send-newsletter-issue',
  z.strictObject({ issueId: z.uuid() }),
  {
    retries: { limit: 50, delaySeconds: 2, maxDelaySeconds: MINUTE },
    // A run of twelve minutes, and what the mail server may take for the last message.
    timeoutSeconds: 30 * MINUTE,
    maxWaiting: 200,
    concurrency: 1,
    isExclusive: false,
  },
)

export const resumeNewslettersJob = defineScheduledJob('resume-newsletters')

/** Reads the mailbox to which mail servers report. */
export const readReportMailboxJob = defineScheduledJob('read-report-mailbox')
