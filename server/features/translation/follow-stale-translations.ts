import { countChangedSegments } from '#server/features/translation/count-changed-segments.ts'
import { followAnnouncements } from '#server/features/translation/follow-announcements.ts'
import type { DatabaseAddress, Sql } from '#server/platform/database/connection.ts'
import type { Listening } from '#server/platform/database/listen.ts'
import type { Log } from '#server/platform/log.ts'

/** Counts in translations that become stale how much of their original has changed, as soon as the database announces it. */
export function followStaleTranslations(
  address: DatabaseAddress,
  { sql, log }: { sql: Sql; log: Log },
): Promise<Listening> {
  return followAnnouncements(address, 'stale_translations', {
    work: () => countChangedSegments(sql),
    // A clock makes up for it.
    onError: (error) => log.error('The changes of stale translations could not be counted', error),
  })
}
