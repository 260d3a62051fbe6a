import * as z from 'zod'
import { SECURITY_EVENTS } from '#server/mail/security-events.ts'

/** The rules of one job. Everything has a bound: a stranger can cause some of them. */
export interface JobRules<Payload extends z.ZodType = z.ZodType> {
  /** References only, never a secret: whoever reads the database reads the queue. */
  payload: Payload
  retries: { limit: number; delaySeconds: number; maxDelaySeconds: number }
  secondsPerRun: number
  /** How many may wait; the next is refused. */
  mostWaiting: number
  /** How many of them one process works on at once. */
  atOnce: number
  /** Whether only one may wait or run, in all processes together; the next is left out. */
  isAlone: boolean
}

/** The rules of a mail besides those of a job. */
export interface MailRules {
  /** Nobody waits for it any longer than that: it has failed then. */
  giveUpAfterSeconds: number
  /** How many mails of this kind one address gets in 24 hours. */
  perAddressAndDay: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE

const emailText = z.string().min(1).max(255)
const linkRules: MailRules = { giveUpAfterSeconds: HOUR, perAddressAndDay: 24 }

/** Every job of the service: what it is given, and how often, how long and how many. Its handler has the same name. */
export const JOBS = {
  'send-confirmation-mail': mail(z.strictObject({ email: emailText }), {
    giveUpAfterSeconds: 24 * HOUR,
    perAddressAndDay: 5,
  }),
  // Of any address that was typed: the job finds out whether anybody has it. Nobody waits for such a link for long.
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
  'settle-lost-mails': upkeep(),
  purge: upkeep(),
} satisfies Record<string, JobRules>

export type JobName = keyof typeof JOBS
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]['payload']>
export type MailJobName = { [Name in JobName]: (typeof JOBS)[Name] extends MailRules ? Name : never }[JobName]

export const JOB_NAMES = Object.keys(JOBS) as JobName[]

/** In characters of JSON. */
export const MAX_PAYLOAD_LENGTH = 2_000

/** Tried again after half a minute, a minute, two … a quarter of an hour, until it is given up. */
function mail<Payload extends z.ZodType>(payload: Payload, rules: MailRules): JobRules<Payload> & MailRules {
  return {
    payload,
    retries: { limit: 200, delaySeconds: 15, maxDelaySeconds: 15 * MINUTE },
    secondsPerRun: 90,
    mostWaiting: 2_000,
    atOnce: 2,
    isAlone: false,
    ...rules,
  }
}

/** What a clock starts: the next time it comes by itself. */
function upkeep(): JobRules<z.ZodObject<Record<never, never>>> {
  return {
    payload: z.strictObject({}),
    retries: { limit: 3, delaySeconds: MINUTE, maxDelaySeconds: 10 * MINUTE },
    secondsPerRun: 5 * MINUTE,
    mostWaiting: 10,
    atOnce: 1,
    isAlone: true,
  }
}
