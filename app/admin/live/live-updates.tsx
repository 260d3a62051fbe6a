import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useState } from 'react'
import { type LiveChannel, openLiveChannel } from '#app/admin/live/live-channel.ts'
import { LIVE_TABLE_NAMES, type LiveTable } from '#app/admin/live/live-tables.ts'
import type { Client } from '#core/data/client.ts'

/** The first change is shown at once; of those that follow closely, all together. */
const PAUSE_MS = 300
/** Within this time the desks of an office, which may share one address, fetch it, because the server bounds requests at once. */
const SPREAD_MS = 60

export const LiveContext = createContext<LiveChannel | null>(null)

interface LiveUpdatesProps {
  client: Client
  email: string
  children: React.ReactNode
}

/** Refetches the queries of the desk when somebody changes what they show (`live` of `deskQuery`), and knows who else is where. */
export function LiveUpdates({ client, email, children }: LiveUpdatesProps) {
  const queries = useQueryClient()
  const [channel, setChannel] = useState<LiveChannel | null>(null)

  useEffect(() => {
    const changes = batchCalls<LiveTable>(async (tables) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS))
      await refetchLive(queries, tables, { isHidden: document.hidden })
    }, PAUSE_MS)
    const opened = openLiveChannel({
      client,
      email,
      onChange: (table) => changes.add([table]),
      onReload: () => changes.add(LIVE_TABLE_NAMES),
    })
    setChannel(opened)
    return () => {
      opened.stop()
      changes.stop()
    }
  }, [client, email, queries])

  return <LiveContext value={channel}>{children}</LiveContext>
}

/** The time after which the next run begins even if the last one has not ended. */
const LONGEST_RUN_MS = 5_000

interface CallBatcher<Item> {
  add(items: Iterable<Item>): void
  /** No run begins any more. */
  stop(): void
}

/**
 * Calls `run` with the items that were added: at once for the first one, and for those that follow closely all together, one run
 * at a time and `pauseMs` after the beginning of the last one at the earliest.
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
 * Refetches the queries on the screen that depend on one of the tables; others are fetched when they are shown again. So are all
 * in a tab that nobody sees. Resolves when they have been fetched.
 */
export async function refetchLive(
  queries: QueryClient,
  tables: ReadonlySet<LiveTable>,
  { isHidden = false } = {},
): Promise<void> {
  const predicate = ({ meta }: Query) => meta?.live?.some((table) => tables.has(table)) ?? false
  // TanStack Query does not begin a first load anew, and it may have read the row before the change.
  const loading = queries
    .getQueryCache()
    .findAll({ predicate })
    .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await queries.invalidateQueries({ predicate, refetchType: isHidden ? 'none' : 'active' })
  await Promise.all(loading.map(({ queryKey }) => queries.invalidateQueries({ queryKey, exact: true })))
}
