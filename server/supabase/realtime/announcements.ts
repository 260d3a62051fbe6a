import * as z from 'zod'
import type { Sql } from '#server/platform/database/connection.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'

/** The channel of NOTIFY on which triggers and processes announce. */
export const CHANNEL = 'realtime'

const key = z.array(z.string())

const change = z.strictObject({
  kind: z.literal('change'),
  table: z.string(),
  op: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  /** The values of the primary key, as text. */
  key,
  /** The primary key before an update that changed it. */
  old_key: key.optional(),
  at: z.string(),
})
/** Anything in the table may have changed. */
const reload = z.strictObject({ kind: z.literal('reload'), table: z.string() })
/** The permissions of a user have changed. */
const access = z.strictObject({ kind: z.literal('access'), user: z.uuid() })

const broadcast = z.strictObject({
  kind: z.literal('broadcast'),
  /** The id of this announcement: PostgreSQL drops equal ones of a transaction. */
  id: z.string(),
  topic: z.string(),
  event: z.string(),
  /** The channel that sent it; null for one that came by HTTP. */
  sender: z.string().nullable(),
  /** JSON text, or base64 when it is binary. */
  payload: z.string(),
  isBinary: z.boolean(),
})

/** One presence that begins, or takes the place of another. */
const track = z.strictObject({
  kind: z.literal('track'),
  node: z.string(),
  topic: z.string(),
  key: z.string(),
  ref: z.string(),
  replaces: z.string().nullable(),
  /** JSON text of an object. */
  meta: z.string(),
})
const untrack = z.strictObject({
  kind: z.literal('untrack'),
  node: z.string(),
  topic: z.string(),
  ref: z.string(),
})
/** A process that has just begun to listen asks the others for their presences. */
const rollCall = z.strictObject({ kind: z.literal('roll-call'), node: z.string() })
/** A process is still there, and so are its presences. */
const alive = z.strictObject({ kind: z.literal('alive'), node: z.string() })
/** A process ends or restarts: its presences are removed. */
const gone = z.strictObject({ kind: z.literal('gone'), node: z.string() })

const announcement = z.discriminatedUnion('kind', [
  change,
  reload,
  access,
  broadcast,
  track,
  untrack,
  rollCall,
  alive,
  gone,
])
const AT_ONCE = 100
/** Announcements that wait while the database is slow. */
const MAX_WAITING = 1000

export type Announcement = z.infer<typeof announcement>
export type Change = z.infer<typeof change>
export type Broadcast = z.infer<typeof broadcast>
export type PresenceAnnouncement = Extract<Announcement, { node: string }>

/** Null for what this version does not know: processes of another version may run on the same database. */
export function readAnnouncement(payload: string): Announcement | null {
  try {
    return announcement.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}

/** The announcement is longer than PostgreSQL takes. */
export class AnnouncementTooLongError extends Error {
  override name = 'AnnouncementTooLongError'
}

/**
 * Announces to all processes, this one included, in the order of the calls. Resolves once the database has it.
 * @throws AnnouncementTooLongError, and when the database does not take it
 */
export type Announce = (announcement: Announcement) => Promise<void>

interface Waiting {
  payload: string
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Announces by NOTIFY, one transaction after the other: on several connections a presence could end before it began. Announcements that
 * arrive in the meantime are sent together in the next transaction.
 */
export function createAnnouncer(sql: Pick<Sql, 'run'>): Announce {
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

  return async (announcement) => {
    const payload = JSON.stringify(announcement)
    if (Buffer.byteLength(payload) > BOUNDS.announcementBytes) {
      throw new AnnouncementTooLongError('The announcement is too long')
    }
    if (waiting.length >= MAX_WAITING) throw new Error('Too many announcements wait')
    await new Promise<void>((resolve, reject) => {
      waiting.push({ payload, resolve, reject })
      if (!isWorking) void work()
    })
  }
}
