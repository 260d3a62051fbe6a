import { randomUUID } from 'node:crypto'
import type { Announce, Announcement, PresenceAnnouncement } from '#server/supabase/realtime/announcements.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import type { Channel, Channels } from '#server/supabase/realtime/channels/channels.ts'

/** A process without a heartbeat for this long counts as ended. */
const NODE_TIMEOUT_MS = 35_000

interface Entry {
  key: string
  /** JSON text of an object, with the person, and the reference by which the client tells presences apart. */
  meta: string
  node: string
  user: string | null
}

export interface Presence {
  /** Starts the presence of a channel, or replaces it; `user_id` and `name` of the person are added. */
  track(channel: Channel, meta: string): Promise<void>
  /** Ends it, if there is one. */
  untrack(channel: Channel): Promise<void>
  /** Returns true if a channel can have no presence, because its topic has too many in all, or of its user. */
  isFull(channel: Channel): boolean
  /** All presences in a topic, as the payload of a message. */
  stateOf(topic: string): string
  accept(announcement: PresenceAnnouncement): void
  /** Sends a heartbeat, and removes processes whose heartbeats have stopped. */
  sendHeartbeat(): Promise<void>
  /** Clears everything, and requests the presences of the other processes. */
  resync(): Promise<void>
  /** Announces that this process ends. */
  leave(): Promise<void>
}

/**
 * The presences of each topic, in all processes. Each process holds all of them in memory, and learns by announcements, also of its own
 * channels, so that every process sees the same order. Processes send heartbeats, because one that is killed announces nothing.
 */
export function createPresence(options: {
  announce: Announce
  channels: Pick<Channels, 'ofTopic'>
  now?: () => number
}): Presence {
  const { announce, channels, now = Date.now } = options
  const node = randomUUID()
  /** The presences of the channels of this process. */
  const own = new Map<string, Extract<Announcement, { kind: 'track' }>>()
  const topics = new Map<string, Map<string, Entry>>()
  const lastSeen = new Map<string, number>()

  function enter(
    topic: string,
    { ref, key, meta, from }: { ref: string; key: string; meta: string; from: string },
  ) {
    const entries = topics.get(topic) ?? new Map<string, Entry>()
    const { user_id: user }: { user_id: string | null } = JSON.parse(meta)
    if (entries.has(ref) || isFullFor(entries, user)) return []
    const entry = { key, meta: withMembers(meta, { phx_ref: ref }), node: from, user }
    topics.set(topic, entries.set(ref, entry))
    return [entry]
  }

  function leave(topic: string, ref: string): Entry[] {
    const entries = topics.get(topic)
    const entry = entries?.get(ref)
    if (!entries || !entry) return []
    entries.delete(ref)
    if (entries.size === 0) topics.delete(topic)
    return [entry]
  }

  function sendDifference(topic: string, joins: Entry[], leaves: Entry[]): void {
    if (joins.length + leaves.length === 0) return
    const payload = `{"joins":${byKey(joins)},"leaves":${byKey(leaves)}}`
    for (const channel of channels.ofTopic(topic)) {
      if (channel.presence.isEnabled) channel.push('presence_diff', payload)
    }
  }

  function removeNode(gone: string): void {
    lastSeen.delete(gone)
    for (const [topic, entries] of [...topics]) {
      const refs = [...entries].flatMap(([ref, entry]) => (entry.node === gone ? [ref] : []))
      const leaves = refs.flatMap((ref) => leave(topic, ref))
      sendDifference(topic, [], leaves)
    }
  }

  return {
    async track(channel, meta) {
      const { id, topic, presence, caller, name } = channel
      const replaces = own.get(id)?.ref ?? null
      const tracked = {
        kind: 'track' as const,
        node,
        topic,
        key: presence.key,
        ref: randomUUID(),
        replaces,
        meta: withMembers(meta, { user_id: caller.userId, name }),
      }
      own.set(id, tracked)
      await announce(tracked)
    },
    async untrack({ id }) {
      const tracked = own.get(id)
      if (!tracked) return
      own.delete(id)
      await announce({ kind: 'untrack', node, topic: tracked.topic, ref: tracked.ref })
    },
    isFull({ id, topic, caller }) {
      const entries = new Map(topics.get(topic))
      // A presence that is replaced makes room for itself.
      entries.delete(own.get(id)?.ref ?? '')
      return isFullFor(entries, caller.userId)
    },
    stateOf: (topic) => byKey([...(topics.get(topic)?.values() ?? [])]),
    accept(announcement) {
      if (announcement.node !== node) lastSeen.set(announcement.node, now())
      switch (announcement.kind) {
        case 'track': {
          const { topic, node: from, replaces } = announcement
          const leaves = replaces === null ? [] : leave(topic, replaces)
          return sendDifference(topic, enter(topic, { ...announcement, from }), leaves)
        }
        case 'untrack':
          return sendDifference(announcement.topic, [], leave(announcement.topic, announcement.ref))
        case 'gone':
          return removeNode(announcement.node)
        case 'roll-call':
          if (announcement.node === node) return
          // A failure also breaks the listening connection, which is handled there.
          for (const tracked of own.values()) announce({ ...tracked, replaces: null }).catch(() => {})
      }
    },
    async sendHeartbeat() {
      for (const [other, at] of [...lastSeen]) {
        if (now() - at > NODE_TIMEOUT_MS) removeNode(other)
      }
      if (own.size > 0) await announce({ kind: 'alive', node })
    },
    async resync() {
      own.clear()
      topics.clear()
      lastSeen.clear()
      await announce({ kind: 'gone', node })
      await announce({ kind: 'roll-call', node })
    },
    leave: () => announce({ kind: 'gone', node }),
  }
}

function isFullFor(entries: ReadonlyMap<string, Entry>, user: string | null): boolean {
  if (entries.size >= BOUNDS.presencesPerTopic) return true
  const ofUser = [...entries.values()].filter((entry) => entry.user === user)
  return ofUser.length >= BOUNDS.presencesPerUser
}

/** Written after the client's members, so that they override a reference or a name that the client sent. */
function withMembers(meta: string, ours: Record<string, string | null>): string {
  const members = meta.slice(1, -1)
  return `{${members}${members === '' ? '' : ','}${JSON.stringify(ours).slice(1)}`
}

/** Presences as Phoenix writes them, as JSON text: an object that is keyed by input is made nowhere. */
function byKey(entries: Entry[]): string {
  const members = [...Map.groupBy(entries, ({ key }) => key)].map(
    ([key, group]) => `${JSON.stringify(key)}:{"metas":[${group.map(({ meta }) => meta).join(',')}]}`,
  )
  return `{${members.join(',')}}`
}
