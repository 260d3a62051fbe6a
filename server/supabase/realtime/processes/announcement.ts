import * as z from 'zod'

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
/** What a user may do has changed. */
const access = z.strictObject({ kind: z.literal('access'), user: z.uuid() })

const broadcast = z.strictObject({
  kind: z.literal('broadcast'),
  /** Of this announcement: PostgreSQL drops equal ones of a transaction. */
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
/** A process ends, or begins anew: its presences are gone. */
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
