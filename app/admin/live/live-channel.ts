import type { RealtimeChannel } from '@supabase/supabase-js'
import { LIVE_TABLE_NAMES, LIVE_TABLES, type LiveTable } from '#app/admin/live/live-tables.ts'
import type { Client } from '#core/data/client.ts'
import { z } from '#core/domain/schema.ts'

/** What this tab hears of the others, and tells them. */
export interface LiveChannel {
  /** Tells others that this administrator is in that place of the desk, until the returned function is called. */
  enter(place: string): () => void
  /** The e-mail addresses of other administrators in that place. */
  othersIn(place: string): readonly string[]
  /** Calls the listener when somebody has come or gone. Returns a function that ends it. */
  subscribe(listener: () => void): () => void
  stop(): void
}

interface LiveChannelOptions {
  client: Client
  /** Who is signed in. */
  email: string
  onChange: (table: LiveTable) => void
  /** The channel has been opened, and anything may have changed before. */
  onReload: () => void
}

const NOBODY: readonly string[] = []
/** The server bounds what a tab may say about itself. */
const MAX_PLACES = 5

/**
 * Joins one channel for the changes of all tables and for presence, whenever there is a session. The official client joins again by
 * itself after an error. When the session has ended the server closes the channel, and the next session opens a new one.
 */
export function openLiveChannel({ client, email, onChange, onReload }: LiveChannelOptions): LiveChannel {
  const listeners = new Set<() => void>()
  const places: string[] = []
  let present: ReadonlyMap<string, readonly string[]> = new Map()
  let channel: RealtimeChannel | null = null
  let isJoined = false
  let isTracked = false
  let isStopped = false

  const { data: watch } = client.auth.onAuthStateChange((_event, session) => {
    if (session) void join()
  })

  async function join(): Promise<void> {
    // The first join does not wait for the token by itself, and later ones take the one that is set here.
    await client.realtime.setAuth()
    if (channel || isStopped) return
    channel = client.channel('desk', { config: { private: true, presence: { enabled: true } } })
    for (const table of LIVE_TABLE_NAMES) {
      const select = [LIVE_TABLES[table]]
      channel.on('postgres_changes', { event: '*', schema: 'public', table, select }, () => onChange(table))
    }
    channel.on('presence', { event: 'sync' }, showPresent)
    channel.subscribe((status) => {
      isJoined = status === 'SUBSCRIBED'
      isTracked = false
      if (status === 'CLOSED') channel = null
      if (!isJoined) return setPresent(new Map())
      onReload()
      tellPlaces()
    })
  }

  function showPresent(): void {
    if (channel) setPresent(readPresences(channel.presenceState(), email))
  }

  function setPresent(next: typeof present): void {
    if (next.size === 0 && present.size === 0) return
    present = next
    for (const listener of listeners) listener()
  }

  function tellPlaces(): void {
    if (!channel || !isJoined) return
    const told: DeskPresence = { email, places: [...new Set(places)].slice(-MAX_PLACES) }
    if (told.places.length > 0) void channel.track(told)
    else if (isTracked) void channel.untrack()
    isTracked = told.places.length > 0
  }

  return {
    enter(place) {
      places.push(place)
      tellPlaces()
      return () => {
        places.splice(places.lastIndexOf(place), 1)
        tellPlaces()
      }
    },
    othersIn: (place) => present.get(place) ?? NOBODY,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      isStopped = true
      watch.subscription.unsubscribe()
      if (channel) void client.removeChannel(channel)
    },
  }
}

/** What a tab says about itself while its administrator is in one or more places of the desk. */
const presence = z.object({ email: z.string(), places: z.array(z.string()) })
type DeskPresence = z.infer<typeof presence>

/**
 * Who is in which place, besides oneself, given the presences of a channel by tab. What is no presence of a desk is left out:
 * the server checks who may say something, but not what.
 */
export function readPresences(
  byTab: Readonly<Record<string, readonly unknown[]>>,
  ownEmail: string,
): ReadonlyMap<string, readonly string[]> {
  const present = new Map<string, Set<string>>()
  for (const entry of Object.values(byTab).flat()) {
    const { data } = presence.safeParse(entry)
    if (!data || data.email === ownEmail) continue
    for (const place of data.places) {
      present.set(place, (present.get(place) ?? new Set()).add(data.email))
    }
  }
  return new Map([...present].map(([place, emails]) => [place, [...emails]]))
}
