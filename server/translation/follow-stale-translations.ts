import type { DatabaseAddress, Sql } from '#server/database/connection.ts'
import type { Listening } from '#server/database/listen.ts'
import type { Log } from '#server/log.ts'
import { countChangedSegments } from '#server/translation/count-changed-segments.ts'
import { followAnnouncements } from '#server/translation/follow-announcements.ts'

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
