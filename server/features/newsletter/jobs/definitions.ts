import * as z from 'zod'
import { NEWSLETTER_NOTICES } from '#server/features/newsletter/mails/newsletter-notices.ts'
import { defineJob, defineMailJob, defineScheduledJob, HOUR, MINUTE } from '#server/platform/queue/job.ts'

const ofSubscriber = z.strictObject({ subscriberId: z.uuid() })

/** `byLink`: asked for with a mailed link, and not by typing the address. */
export const sendConfirmationMailJob = defineMailJob(
  'send-confirmation-mail',
  z.strictObject({ email: z.string().min(1).max(255), byLink: z.boolean().optional() }),
  { giveUpAfterSeconds: 24 * HOUR, perAddressAndDay: 5, countsMailboxes: true },
)

export const sendWelcomeMailJob = defineMailJob('send-welcome-mail', ofSubscriber, {
  giveUpAfterSeconds: 24 * HOUR,
  perAddressAndDay: 5,
})

export const sendSubscriberDataJob = defineMailJob('send-subscriber-data', ofSubscriber, {
  giveUpAfterSeconds: 24 * HOUR,
  perAddressAndDay: 2,
})

export const sendErasureMailJob = defineMailJob('send-erasure-mail', ofSubscriber, {
  giveUpAfterSeconds: 24 * HOUR,
  perAddressAndDay: 2,
})

export const sendNewsletterNoticeJob = defineMailJob(
  'send-newsletter-notice',
  z.strictObject({ userId: z.uuid(), issueId: z.uuid(), event: z.enum(NEWSLETTER_NOTICES) }),
  { giveUpAfterSeconds: 24 * HOUR, perAddressAndDay: 20 },
)

export const queueWelcomeMailsJob = defineScheduledJob('queue-welcome-mails')

export const followNewsletterJob = defineScheduledJob('follow-newsletter')

/** Enqueued a little before a moment at which something of the newsletter is due, and waits for the rest. */
export const newsletterAtItsMomentJob = defineJob(
  'newsletter-at-its-moment',
  z.strictObject({ at: z.iso.datetime() }),
  {
    retries: { limit: 5, delaySeconds: 2, maxDelaySeconds: 30 },
    secondsPerRun: 5 * MINUTE,
    maxWaiting: 500,
    concurrency: 1,
    isExclusive: false,
  },
)

/** Asks the language model for a draft and its translations. */
export const draftNewsletterJob = defineJob('draft-newsletter', z.strictObject({ sunday: z.iso.date() }), {
  retries: { limit: 100, delaySeconds: MINUTE, maxDelaySeconds: 15 * MINUTE },
  secondsPerRun: 30 * MINUTE,
  maxWaiting: 10,
  concurrency: 1,
  isExclusive: true,
})

/** One batch of work of a process on an issue; it is enqueued again until the issue has been sent. */
export const sendNewsletterIssueJob = defineJob(
  'send-newsletter-issue',
  z.strictObject({ issueId: z.uuid() }),
  {
    retries: { limit: 50, delaySeconds: 2, maxDelaySeconds: MINUTE },
    secondsPerRun: 15 * MINUTE,
    maxWaiting: 200,
    concurrency: 1,
    isExclusive: false,
  },
)

export const resumeNewslettersJob = defineScheduledJob('resume-newsletters')
