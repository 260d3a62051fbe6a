import type { Sql } from '#server/platform/database/connection.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { type Announcement, CHANNEL } from '#server/supabase/realtime/processes/announcement.ts'

const AT_ONCE = 100
/** Announcements that wait while the database is slow. */
const MAX_WAITING = 1000

/** The announcement is longer than PostgreSQL takes. */
export class AnnouncementTooLongError extends Error {
  override name = 'AnnouncementTooLongError'
}

export interface Announcer {
  /**
   * Announces to all processes, this one included, in the order of the calls. Resolves once the database has it.
   * @throws AnnouncementTooLongError, and when the database does not take it
   */
  announce(announcement: Announcement): Promise<void>
}

interface Waiting {
  payload: string
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Announces by NOTIFY, one transaction after the other: on several connections a presence could end before it began. What waits
 * meanwhile goes into the next transaction together.
 */
export function createAnnouncer(sql: Pick<Sql, 'run'>): Announcer {
  const waiting: Waiting[] = []
  let isWorking = false

  async function work(): Promise<void> {
    isWorking = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, AT_ONCE)
      try {
        await sql.run(
          'select pg_notify($1, payload) from unnest($2::text[]) with ordinality as t (payload, place) order by place',
          [CHANNEL, batch.map(({ payload }) => payload)],
        )
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isWorking = false
  }

  return {
    announce(announcement) {
      const payload = JSON.stringify(announcement)
      if (Buffer.byteLength(payload) > BOUNDS.announcementBytes) {
        return Promise.reject(new AnnouncementTooLongError('The announcement is too long'))
      }
      if (waiting.length >= MAX_WAITING) return Promise.reject(new Error('Too many announcements wait'))
      return new Promise((resolve, reject) => {
        waiting.push({ payload, resolve, reject })
        if (!isWorking) void work()
      })
    },
  }
}
