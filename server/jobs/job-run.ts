import type { JobName } from '#server/jobs/jobs.ts'
import type { Services } from '#server/services.ts'

/** What handlers work with. */
export type JobDeps = Pick<
  Services,
  | 'sql'
  | 'queue'
  | 'mail'
  | 'siteUrl'
  | 'settings'
  | 'ai'
  | 'subscriberLinks'
  | 'clickLinks'
  | 'links'
  | 'ownPages'
  | 'storage'
  | 'log'
>

/** One run of a job. */
export interface JobRun<Name extends JobName = JobName> {
  /** The same for every run of the job. */
  id: string
  name: Name
  createdAt: Date
  isLastTry: boolean
  /** Aborted when the run takes too long or the worker ends. */
  signal: AbortSignal
}

/** A handler throws it to be run again later for an expected reason. Any other error has the same effect, but is logged as an error. */
export class TryAgainLater extends Error {
  override name = 'TryAgainLater'
}
