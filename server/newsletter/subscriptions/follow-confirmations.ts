import type { DatabaseAddress } from '#server/database/connection.ts'
import type { Listening } from '#server/database/listen.ts'
import type { JobDeps } from '#server/jobs/job-run.ts'
import { queueWelcomes } from '#server/newsletter/subscriptions/queue-welcomes.ts'
import { followAnnouncements } from '#server/translation/follow-announcements.ts'

/** Has those welcomed who confirm their address, as soon as the database announces it. */
export function followConfirmations(
  address: DatabaseAddress,
  deps: Pick<JobDeps, 'sql' | 'queue' | 'log'>,
): Promise<Listening> {
  return followAnnouncements(address, 'newsletter_welcomes', {
    work: () => queueWelcomes(deps),
    // A clock makes up for it.
    onError: (error) => deps.log.error('Welcome mails could not be queued', error),
    purpose: 'newsletter',
  })
}
