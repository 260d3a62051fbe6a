import * as z from 'zod'
import type { Session } from '#server/platform/database/connection.ts'

/** The rules of a job. Everything is bounded, because anonymous requests can cause some jobs. */
interface JobRules {
  retries: { limit: number; delaySeconds: number; maxDelaySeconds: number }
  timeoutSeconds: number
  /** Further ones are rejected. */
  maxWaiting: number
  /** The number of runs at the same time in one process. */
  concurrency: number
  /** Only one may wait or run, in all processes together; further ones are silently dropped. */
  isExclusive: boolean
}

export interface Job<Payload extends z.ZodType = z.ZodType> extends JobRules {
  /** Unique among all jobs; pg-boss keeps a queue of this name. */
  name: string
  /** Only references, never a secret, because the payload is stored in the database as it is. */
  payload: Payload
}

/** Additional rules for jobs that send a mail. */
export interface MailRules {
  /** The time after which the mail is of no use any more and counts as failed. */
  expireAfterSeconds: number
  /** The most mails of this kind to one address in 24 hours. */
  dailyLimitPerAddress: number
  /** Counts all spellings of an address that reach the same mailbox together: for mails that anonymous requests can cause. */
  countsMailboxes?: true
}

export type MailJob<Payload extends z.ZodType = z.ZodType> = Job<Payload> & MailRules

export type JobPayload<Any extends Job> = z.infer<Any['payload']>

/** One run of a job. */
export interface JobRun<Any extends Job = Job> {
  /** The id, which is the same for every run of the job. */
  id: string
  job: Any
  createdAt: Date
  isLastAttempt: boolean
  /** Aborted when the run takes too long or the worker ends. */
  signal: AbortSignal
}

/** A job with the function that does it, and with its schedule if it has one. */
export interface JobHandler<Deps> {
  job: Job
  /** The worker has parsed the payload with the schema of the job. */
  handle(deps: Deps, payload: unknown, run: JobRun): Promise<void>
  /** A cron expression in UTC: minute, hour, day of the month, month, day of the week. */
  cron?: string
  /** The job does nothing while a restored site waits for its confirmation. */
  isHeld?: boolean
}

/** A handler throws it to be run again later for an expected reason. Any other error has the same effect, but is logged as an error. */
export class TryAgainLater extends Error {
  override name = 'TryAgainLater'
}

export const MINUTE = 60
export const HOUR = 60 * MINUTE

/** The length in characters of JSON. */
export const MAX_PAYLOAD_LENGTH = 2_000

export function defineJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  rules: JobRules,
): Job<Payload> {
  return { name, payload, ...rules }
}

/** A mail is tried again after half a minute, one minute, two … up to a quarter of an hour, until `expireAfterSeconds`. */
export function defineMailJob<Payload extends z.ZodType>(
  name: string,
  payload: Payload,
  rules: MailRules,
): MailJob<Payload> {
  return {
    name,
    payload,
    retries: { limit: 200, delaySeconds: 15, maxDelaySeconds: 15 * MINUTE },
    // Longer than a mail server may take, so that there is time left to store the outcome.
    timeoutSeconds: 17 * MINUTE,
    maxWaiting: 2_000,
    concurrency: 2,
    isExclusive: false,
    ...rules,
  }
}

/** A job that a schedule starts, and that therefore need not be retried for long. */
export function defineScheduledJob(name: string): Job<z.ZodObject<Record<never, never>>> {
  return {
    name,
    payload: z.strictObject({}),
    retries: { limit: 3, delaySeconds: MINUTE, maxDelaySeconds: 10 * MINUTE },
    timeoutSeconds: 5 * MINUTE,
    maxWaiting: 10,
    concurrency: 1,
    isExclusive: true,
  }
}

/** Joins a job with its handler, which gets only payloads that fit. */
export function handles<Deps, Any extends Job>(
  job: Any,
  handle: (deps: Deps, payload: JobPayload<Any>, run: JobRun<Any>) => Promise<void>,
  { cron, isHeld = false }: { cron?: string; isHeld?: boolean } = {},
): JobHandler<Deps> {
  return {
    job,
    handle: (deps, payload, run) => handle(deps, payload as JobPayload<Any>, run as JobRun<Any>),
    isHeld,
    ...(cron !== undefined && { cron }),
  }
}

/** The message for people who look at a held site, or ask it for something that waits. */
export const HELD_SITE =
  'This site was restored from a backup and is held: nothing is sent or published by itself. An administrator can let it go on, on the dashboard.'

/** Returns true if this site was restored from a backup, and no administrator has ended its hold yet. */
export async function isHeld(sql: Session): Promise<boolean> {
  const [row] = await sql<[{ held: boolean }]>`select private.is_held() as held`
  return row.held
}
