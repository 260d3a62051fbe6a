import type { DatabaseAddress } from '#server/database/connection.ts'
import type { Listening } from '#server/database/listen.ts'
import type { JobDeps } from '#server/jobs/job-run.ts'
import { followAnnouncements } from '#server/translation/follow-announcements.ts'
import { queueCorrections } from '#server/translation/queue-corrections.ts'

/** Has translations renewed whose original is corrected, as soon as the database announces it. */
export function followCorrections(
  address: DatabaseAddress,
  deps: Pick<JobDeps, 'sql' | 'queue' | 'ai' | 'log'>,
): Promise<Listening> {
  return followAnnouncements(address, 'corrected_originals', {
    work: () => queueCorrections(deps),
    // A clock makes up for it.
    onError: (error) => deps.log.error('Translations of a corrected article could not be queued', error),
  })
}
