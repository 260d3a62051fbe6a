import type { RealtimeChannel } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import { LIVE_TABLE_NAMES, LIVE_TABLES, type LiveTable } from '#core/data/database.types.ts'
import { z } from '#core/domain/schema.ts'

/** The realtime channel of a tab: changes of tables, and presence. */
export interface LiveChannel {
  /** Announces this member in a place of the desk, until the returned function is called. */
  enter(place: string): () => void
  /** The ids of other people in that place. */
  othersIn(place: string): readonly string[]
  /** Calls the listener when the presence of others has changed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
  stop(): void
}

interface LiveChannelOptions {
  client: Client
  /** The id of the signed-in member. */
  userId: string
  onChange: (table: LiveTable) => void
  /** Called when the channel has been joined, because changes may have been missed before. */
  onReload: () => void
  /** Called when the server has closed the channel, because the session or its rights have ended. */
  onClosed: () => void
}

const NO_ONE: readonly string[] = []
/** The server limits the size of a presence. */
const MAX_PLACES = 5

/**
 * Joins one channel for the changes of all tables and for presence, whenever there is a session. The official client joins again by
 * itself after an error. When the session has ended the server closes the channel, and the next session opens a new one.
 */
export function openLiveChannel({
  client,
  userId,
  onChange,
  onReload,
  onClosed,
}: LiveChannelOptions): LiveChannel {
  const listeners = new Set<() => void>()
  const places: string[] = []
  let present: ReadonlyMap<string, readonly string[]> = new Map()
  let channel: RealtimeChannel | null = null
  let isJoined = false
  let isTracked = false
  let isStopped = false

  const { data: authChanges } = client.auth.onAuthStateChange((_event, session) => {
    if (session) void join()
  })

  async function join(): Promise<void> {
    // Must come before the first join, which does not wait for the token.
    await client.realtime.setAuth()
    if (channel || isStopped) return
    channel = client.channel('desk', { config: { private: true, presence: { enabled: true } } })
    for (const table of LIVE_TABLE_NAMES) {
      const select = [...LIVE_TABLES[table]]
      channel.on('postgres_changes', { event: '*', schema: 'public', table, select }, () => onChange(table))
    }
    channel.on('presence', { event: 'sync' }, showPresent)
    channel.subscribe((status) => {
      isJoined = status === 'SUBSCRIBED'
      isTracked = false
      if (status === 'CLOSED') {
        channel = null
        if (!isStopped) onClosed()
      }
      if (!isJoined) return setPresent(new Map())
      onReload()
      trackPlaces()
    })
  }

  function showPresent(): void {
    if (channel) setPresent(readPresences(channel.presenceState(), userId))
  }

  function setPresent(next: typeof present): void {
    if (next.size === 0 && present.size === 0) return
    present = next
    for (const listener of listeners) listener()
  }

  function trackPlaces(): void {
    if (!channel || !isJoined) return
    const own = { places: [...new Set(places)].slice(-MAX_PLACES) }
    if (own.places.length > 0) void channel.track(own)
    else if (isTracked) void channel.untrack()
    isTracked = own.places.length > 0
  }

  return {
    enter(place) {
      places.push(place)
      trackPlaces()
      return () => {
        places.splice(places.lastIndexOf(place), 1)
        trackPlaces()
      }
    },
    othersIn: (place) => present.get(place) ?? NO_ONE,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      isStopped = true
      authChanges.subscription.unsubscribe()
      if (channel) void client.removeChannel(channel)
    },
  }
}

/** The presence of a tab. Who it is was added by the server. */
const presence = z.object({ user_id: z.string(), places: z.array(z.string()) })

/**
 * The ids of the other people by place, from the presences of all tabs. Malformed presences are ignored: the server says who sends
 * them, and not where they are.
 */
export function readPresences(
  byTab: Readonly<Record<string, readonly unknown[]>>,
  ownId: string,
): ReadonlyMap<string, readonly string[]> {
  const present = new Map<string, Set<string>>()
  for (const entry of Object.values(byTab).flat()) {
    const { data } = presence.safeParse(entry)
    if (!data || data.user_id === ownId) continue
    for (const place of data.places) {
      present.set(place, (present.get(place) ?? new Set()).add(data.user_id))
    }
  }
  return new Map([...present].map(([place, users]) => [place, [...users]]))
}
