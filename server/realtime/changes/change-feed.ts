import { setTimeout as delay } from 'node:timers/promises'
import { BOUNDS } from '#server/realtime/bounds.ts'
import { describeChange } from '#server/realtime/changes/describe-change.ts'
import { type ReadRow, readRows } from '#server/realtime/changes/read-rows.ts'
import { isWanted, type Subscription } from '#server/realtime/changes/subscription.ts'
import { askStanding } from '#server/realtime/channels/ask-standing.ts'
import type { Channel } from '#server/realtime/channels/channel.ts'
import { type ChannelCaller, groupByCaller } from '#server/realtime/channels/channel-caller.ts'
import type { Channels } from '#server/realtime/channels/channels.ts'
import type { Change } from '#server/realtime/processes/announcement.ts'
import type { Relation } from '#server/rest/catalog.ts'
import type { RequestPools } from '#server/rest/request-pools.ts'

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
      await forEachAtOnce([...groupByCaller(interested).values()], (group) => sendTo(group, table, changes))
    }
    isWorking = false
  }

  /** Sends changes to the channels of one caller. */
  async function sendTo(group: [Channel, ...Channel[]], table: string, changes: Change[]): Promise<void> {
    const [{ caller }] = group
    try {
      const seen = await readFor(caller, group, table, changes)
      for (const change of changes) {
        for (const channel of group) sendChange(channel, change, seen)
      }
    } catch (error) {
      onError(error)
      for (const channel of group) channels.fail(channel)
    }
  }

  async function readFor(
    caller: ChannelCaller,
    group: Channel[],
    table: string,
    changes: Change[],
  ): Promise<Seen> {
    const subscriptions = group.flatMap((channel) => subscriptionsTo(channel, table))
    const wanted = changes.filter(({ op }) =>
      subscriptions.some((subscription) => isWanted(subscription, op)),
    )
    const present = wanted.filter(({ op }) => op !== 'DELETE')
    const filters = new Map(subscriptions.map(({ filter, conditions }) => [filter, conditions]))
    const keys = new Map(present.map(({ key }) => [JSON.stringify(key), key]))
    const relation = subscriptions[0]?.relation
    const rows =
      relation && keys.size > 0
        ? await readRows(pools, caller, {
            relation,
            keys: [...keys.values()],
            filters: [...filters.values()],
          })
        : []
    // A deleted row cannot be read any more, so that no policy can say who might have seen it.
    const seesDeletions = present.length < wanted.length && (await askStanding(pools, caller)).isAdministrator
    return {
      table,
      filters: [...filters.keys()],
      rows: new Map(rows.map((row) => [JSON.stringify(row.key), row])),
      seesDeletions,
    }
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

/** What a caller sees of a batch of changes. */
interface Seen {
  table: string
  filters: string[]
  rows: ReadonlyMap<string, ReadRow>
  seesDeletions: boolean
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

function sendChange(channel: Channel, change: Change, seen: Seen): void {
  const row = change.op === 'DELETE' ? null : seen.rows.get(JSON.stringify(change.key))
  if (row === undefined || (row === null && !seen.seesDeletions)) return
  const met = subscriptionsTo(channel, seen.table).filter(
    (subscription) =>
      isWanted(subscription, change.op) &&
      (row === null || row.meets[seen.filters.indexOf(subscription.filter)]),
  )
  for (const [first, ...others] of Map.groupBy(met, ({ columns }) => columns.join()).values()) {
    if (!first) continue
    const { relation, columns } = first
    const ids = [first, ...others].map(({ id }) => id)
    const data = describeChange({ change, relation, row, columns })
    channel.push('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`)
  }
}

function subscriptionsTo({ subscriptions }: Channel, table: string): Subscription[] {
  return subscriptions.filter(({ relation }: { relation: Relation }) => relation.name === table)
}

function isInterested(channel: Channel, table: string, changes: Change[]): boolean {
  return subscriptionsTo(channel, table).some((subscription) =>
    changes.some(({ op }) => isWanted(subscription, op)),
  )
}

async function forEachAtOnce<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const next = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: CALLERS_AT_ONCE }, next))
}
