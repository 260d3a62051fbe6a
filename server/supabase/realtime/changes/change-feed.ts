import { setTimeout as delay } from 'node:timers/promises'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { createReads } from '#server/supabase/realtime/changes/read-rows.ts'
import { isInterested, sendChanges } from '#server/supabase/realtime/changes/send-changes.ts'
import { groupByCaller } from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Channels } from '#server/supabase/realtime/channels/channels.ts'
import type { Change } from '#server/supabase/realtime/processes/announcement.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'

/** A transaction announces all its changes at once; this is time for them to arrive. */
const GATHER_MS = 5
const ROWS_AT_ONCE = 20
/** Requests of the data path use the same connections. */
const CALLERS_AT_ONCE = 2

export interface ChangeFeed {
  /** Takes a change that the database has announced. */
  accept(change: Change): void
}

/**
 * Sends changes to the channels that subscribed to them. Each row is read once for each distinct caller, with that caller's rights, and
 * not at all when nobody wants it; changes that arrive meanwhile are read together, equal ones only once. A channel whose changes
 * could not be read is failed, so that its client joins again and loads what it shows.
 */
export function createChangeFeed(options: {
  pools: RequestPools
  channels: Channels
  onError: (error: unknown) => void
}): ChangeFeed {
  const { pools, channels, onError } = options
  const waiting = new Map<string, Change>()
  let isWorking = false

  async function work(): Promise<void> {
    isWorking = true
    await delay(GATHER_MS)
    while (waiting.size > 0) {
      const changes = takeBatch(waiting)
      const table = changes[0]?.table ?? ''
      const interested = channels
        .subscribedTo(table)
        .filter((channel) => isInterested(channel, table, changes))
      const batch = { table, changes, channels, reads: createReads(pools) }
      await forEachAtOnce([...groupByCaller(interested).values()], async (group) => {
        try {
          await sendChanges(group, batch)
        } catch (error) {
          onError(error)
          for (const channel of group) channels.fail(channel)
        }
      })
    }
    isWorking = false
  }

  return {
    accept(change) {
      if (channels.subscribedTo(change.table).length === 0) return
      const id = JSON.stringify([change.table, change.op, change.key, change.old_key])
      waiting.delete(id)
      waiting.set(id, change)
      if (waiting.size > BOUNDS.waitingChanges) {
        for (const { table } of waiting.values()) channels.failSubscribers(table)
        waiting.clear()
      } else if (!isWorking) void work()
    },
  }
}

/** The oldest changes, of one table. */
function takeBatch(waiting: Map<string, Change>): Change[] {
  const batch: Change[] = []
  for (const [id, change] of waiting) {
    if (batch.length === ROWS_AT_ONCE || change.table !== (batch[0] ?? change).table) break
    batch.push(change)
    waiting.delete(id)
  }
  return batch
}

async function forEachAtOnce<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const next = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: CALLERS_AT_ONCE }, next))
}
