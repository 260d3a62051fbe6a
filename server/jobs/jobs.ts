import * as z from 'zod'
import { NEWSLETTER_NOTICES } from '#server/mail/newsletter-notices.ts'
import { SECURITY_EVENTS } from '#server/mail/security-events.ts'

/** The rules of one job. Everything is bounded, because anonymous callers can cause some jobs. */
export interface JobRules<Payload extends z.ZodType = z.ZodType> {
  /** Only references, never a secret, because the payload is stored in the database as it is. */
  payload: Payload
  retries: { limit: number; delaySeconds: number; maxDelaySeconds: number }
  secondsPerRun: number
  /** How many may wait; further ones are refused. */
  maxWaiting: number
  /** How many of them one process runs at the same time. */
  concurrency: number
  /** Whether only one may wait or run, in all processes together; further ones are silently dropped. */
  isExclusive: boolean
}

/** Additional rules for jobs that send a mail. */
export interface MailRules {
  /** After this long the mail is of no use any more and counts as failed. */
  giveUpAfterSeconds: number
  /** How many mails of this kind one address gets in 24 hours. */
  perAddressAndDay: number
  /** Whether all spellings of an address that reach the same mailbox count together: for mails that strangers can cause. */
  countsMailboxes?: true
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const emailText = z.string().min(1).max(255)
const linkRules: MailRules = { giveUpAfterSeconds: HOUR, perAddressAndDay: 24 }

/** Every job, with its payload and its rules. The handler has the same name. */
export const JOBS = {
  // `byLink`: somebody asked with a link that was mailed to them, and not by typing the address.
  'send-confirmation-mail': mail(z.strictObject({ email: emailText, byLink: z.boolean().optional() }), {
    giveUpAfterSeconds: 24 * HOUR,
    perAddressAndDay: 5,
    countsMailboxes: true,
  }),
  'send-welcome-mail': mail(z.strictObject({ subscriberId: z.uuid() }), {
    giveUpAfterSeconds: 24 * HOUR,
    perAddressAndDay: 5,
  }),
  'send-subscriber-data': mail(z.strictObject({ subscriberId: z.uuid() }), {
    giveUpAfterSeconds: 24 * HOUR,
    perAddressAndDay: 2,
  }),
  'send-erasure-mail': mail(z.strictObject({ subscriberId: z.uuid() }), {
    giveUpAfterSeconds: 24 * HOUR,
    perAddressAndDay: 2,
  }),
  // The address is whatever was typed; only the job finds out whether it has an account. Such a link is useful only for a short time.
  'send-recovery-mail': mail(z.strictObject({ email: emailText }), linkRules),
  'send-sign-in-link': mail(z.strictObject({ email: emailText }), linkRules),
  'send-invitation': mail(z.strictObject({ invitationId: z.uuid() }), {
    giveUpAfterSeconds: 24 * HOUR,
    perAddressAndDay: 5,
  }),
  'send-security-notice': mail(z.strictObject({ userId: z.uuid(), event: z.enum(SECURITY_EVENTS) }), {
    giveUpAfterSeconds: 24 * HOUR,
    perAddressAndDay: 50,
  }),
  'send-newsletter-notice': mail(
    z.strictObject({ userId: z.uuid(), issueId: z.uuid(), event: z.enum(NEWSLETTER_NOTICES) }),
    { giveUpAfterSeconds: 24 * HOUR, perAddressAndDay: 20 },
  ),
  'queue-welcome-mails': upkeep(),
  'publish-scheduled': upkeep(),
  // Enqueued for the moment at which an article is due, so that it is not up to a minute late.
  'publish-at-its-moment': {
    payload: z.strictObject({ articleId: z.uuid() }),
    retries: { limit: 5, delaySeconds: 2, maxDelaySeconds: 30 },
    secondsPerRun: MINUTE,
    maxWaiting: 500,
    concurrency: 1,
    isExclusive: false,
  },
  // Asks the language model for minutes; each run of the job goes on where the last one ended.
  'translate-article': {
    payload: z.strictObject({ runId: z.uuid() }),
    retries: { limit: 12, delaySeconds: 2, maxDelaySeconds: 5 * MINUTE },
    secondsPerRun: 30 * MINUTE,
    maxWaiting: 5_000,
    // Runs wait for the model nearly all the time, and for each other: its setting says how many requests there may be at once.
    concurrency: 10,
    isExclusive: false,
  },
  'resume-translations': upkeep(),
  'choose-topics': upkeep(),
  'count-stale-translations': upkeep(),
  'follow-newsletter': upkeep(),
  // Enqueued a little before a moment at which something of the newsletter is due, and waits for the rest.
  'newsletter-at-its-moment': {
    payload: z.strictObject({ at: z.iso.datetime() }),
    retries: { limit: 5, delaySeconds: 2, maxDelaySeconds: 30 },
    secondsPerRun: 5 * MINUTE,
    maxWaiting: 500,
    concurrency: 1,
    isExclusive: false,
  },
  // Asks the language model for a draft and its translations.
  'draft-newsletter': {
    payload: z.strictObject({ sunday: z.iso.date() }),
    retries: { limit: 100, delaySeconds: MINUTE, maxDelaySeconds: 15 * MINUTE },
    secondsPerRun: 30 * MINUTE,
    maxWaiting: 10,
    concurrency: 1,
    isExclusive: true,
  },
  // One run of a process that works on an issue; it is enqueued again until the issue has been sent.
  'send-newsletter-issue': {
    payload: z.strictObject({ issueId: z.uuid() }),
    retries: { limit: 50, delaySeconds: 2, maxDelaySeconds: MINUTE },
    secondsPerRun: 15 * MINUTE,
    maxWaiting: 200,
    concurrency: 1,
    isExclusive: false,
  },
  'resume-newsletters': upkeep(),
  'settle-lost-mails': upkeep(),
  purge: upkeep(),
} satisfies Record<string, JobRules>

export type JobName = keyof typeof JOBS
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]['payload']>
export type MailJobName = { [Name in JobName]: (typeof JOBS)[Name] extends MailRules ? Name : never }[JobName]

export const JOB_NAMES = Object.keys(JOBS) as JobName[]

/** In characters of JSON. */
export const MAX_PAYLOAD_LENGTH = 2_000

/** A mail is tried again after half a minute, one minute, two … up to a quarter of an hour, until `giveUpAfterSeconds`. */
function mail<Payload extends z.ZodType>(payload: Payload, rules: MailRules): JobRules<Payload> & MailRules {
  return {
    payload,
    retries: { limit: 200, delaySeconds: 15, maxDelaySeconds: 15 * MINUTE },
    secondsPerRun: 90,
    maxWaiting: 2_000,
    concurrency: 2,
    isExclusive: false,
    ...rules,
  }
}

/** A job that the schedule starts, and that therefore need not be retried for long. */
function upkeep(): JobRules<z.ZodObject<Record<never, never>>> {
  return {
    payload: z.strictObject({}),
    retries: { limit: 3, delaySeconds: MINUTE, maxDelaySeconds: 10 * MINUTE },
    secondsPerRun: 5 * MINUTE,
    maxWaiting: 10,
    concurrency: 1,
    isExclusive: true,
  }
}
