import type { Services } from '#server/features/services.ts'
import { followAnnouncements } from '#server/features/translation/follow-announcements.ts'
import { queueCorrections } from '#server/features/translation/queue-corrections.ts'
import type { DatabaseAddress } from '#server/platform/database/connection.ts'
import type { Listening } from '#server/platform/database/listen.ts'

/** Has translations renewed whose original is corrected, as soon as the database announces it. */
export function followCorrections(
  address: DatabaseAddress,
  deps: Pick<Services, 'sql' | 'queue' | 'ai' | 'log'>,
): Promise<Listening> {
  return followAnnouncements(address, 'corrected_originals', {
    work: () => queueCorrections(deps),
    // A clock makes up for it.
    onError: (error) => deps.log.error('Translations of a corrected article could not be queued', error),
  })
}
