import type { RealtimeChannel } from '@supabase/supabase-js'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { doubtAccess } from '#app/admin/kit/session/signed-in.ts'
import type { Client } from '#core/data/client.ts'
import { LIVE_TABLE_NAMES, LIVE_TABLES, type LiveTable } from '#core/data/database.types.ts'
import { z } from '#core/domain/schema.ts'

/** The minimum interval between refetches; changes in between are batched. */
const PAUSE_MS = 300
/** The same for queries that are shown on every page and read many tables. */
const CALM_PAUSE_MS = 2_000
/** The maximum random delay of a refetch, because the desks of an office may share one address and its rate limit. */
const SPREAD_MS = 60

export const LiveContext = createContext<LiveChannel | null>(null)

interface LiveUpdatesProps {
  client: Client
  /** Of the signed-in member. */
  userId: string
  /** True if there is anything that may be followed. */
  isOpen: boolean
  children: React.ReactNode
}

/** Opens the live channel: refetches queries when their tables change (`live` of `deskQuery`), and provides the presence of others. */
export function LiveUpdates({ client, userId, isOpen, children }: LiveUpdatesProps) {
  const queries = useQueryClient()
  const [channel, setChannel] = useState<LiveChannel | null>(null)

  useEffect(() => {
    if (!isOpen) return
    const batch = (isCalm: boolean) =>
      batchCalls<LiveTable>(
        async (tables) => {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS))
          await refetchLive(queries, tables, { isHidden: document.hidden, isCalm })
        },
        isCalm ? CALM_PAUSE_MS : PAUSE_MS,
      )
    const batches = [batch(false), batch(true)]
    const add = (tables: readonly LiveTable[]) => {
      for (const changes of batches) changes.add(tables)
    }
    const opened = openLiveChannel({
      client,
      userId,
      onChange(table) {
        if (table === 'user_roles') doubtAccess('changed')
        add([table])
      },
      onReload: () => add(LIVE_TABLE_NAMES),
      onClosed: () => doubtAccess('changed'),
    })
    setChannel(opened)
    return () => {
      opened.stop()
      for (const changes of batches) changes.stop()
    }
  }, [client, userId, isOpen, queries])

  return <LiveContext value={channel}>{children}</LiveContext>
}

/** The time after which the next run starts even if the last one has not ended. */
const LONGEST_RUN_MS = 5_000

interface CallBatcher<Item> {
  add(items: Iterable<Item>): void
  /** Starts no further run. */
  stop(): void
}

/**
 * Batches calls of `run`: the first item runs at once, later ones together, one run at a time and at least `pauseMs` after the start
 * of the last one.
 */
export function batchCalls<Item>(
  run: (items: ReadonlySet<Item>) => Promise<unknown>,
  pauseMs: number,
): CallBatcher<Item> {
  let waiting = new Set<Item>()
  let isBusy = false
  let isStopped = false

  async function work(): Promise<void> {
    isBusy = true
    while (waiting.size > 0 && !isStopped) {
      const items = waiting
      waiting = new Set()
      const done = run(items).catch((error: unknown) => console.error('A refetch failed', error))
      await Promise.all([delay(pauseMs), Promise.race([done, delay(LONGEST_RUN_MS)])])
    }
    isBusy = false
  }

  return {
    add(items) {
      for (const item of items) waiting.add(item)
      if (!isBusy) void work()
    },
    stop() {
      isStopped = true
    },
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Refetches the mounted queries, those that are calm or the others, that depend on one of the tables, and marks the others stale; in a hidden tab, it marks all stale.
 * Resolves when they have been fetched.
 */
export async function refetchLive(
  queries: QueryClient,
  tables: ReadonlySet<LiveTable>,
  { isHidden = false, isCalm = false } = {},
): Promise<void> {
  const predicate = ({ meta }: Query) =>
    (meta?.isCalm ?? false) === isCalm && (meta?.live?.some((table) => tables.has(table)) ?? false)
  // TanStack Query does not restart a first load, which may have read the row before the change. One that failed has been repeated
  // already, and is not asked for again by itself.
  const loading = queries
    .getQueryCache()
    .findAll({ predicate })
    .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await queries.invalidateQueries({ predicate, refetchType: isHidden ? 'none' : 'active' })
  const loaded = loading.filter(({ state }) => state.data !== undefined)
  await Promise.all(loaded.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })))
}

/** The realtime channel of a tab: changes of tables, and presence. */
interface LiveChannel {
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
