import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { type LiveChannel, openLiveChannel } from '#app/admin/kit/live/live-channel.ts'
import { doubtAccess } from '#app/admin/kit/session/signed-in.ts'
import type { Client } from '#core/data/client.ts'
import { LIVE_TABLE_NAMES, type LiveTable } from '#core/data/database.types.ts'

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
  /** Whether there is anything that may be followed. */
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
