import { describeChange } from '#server/realtime/changes/describe-change.ts'
import type { ReadRow, Reads } from '#server/realtime/changes/read-rows.ts'
import { isWanted, type Subscription } from '#server/realtime/changes/subscription.ts'
import type { Channel } from '#server/realtime/channels/channel.ts'
import type { Channels } from '#server/realtime/channels/channels.ts'
import type { Change } from '#server/realtime/processes/announcement.ts'

/** Changes of one table that are read together. */
export interface Batch {
  table: string
  changes: Change[]
  channels: Pick<Channels, 'all'>
  reads: Reads
}

/** What a caller sees of a batch. */
interface Seen {
  filters: string[]
  rows: ReadonlyMap<string, ReadRow>
  seesDeletions: boolean
}

export function isInterested(channel: Channel, table: string, changes: Change[]): boolean {
  return subscriptionsTo(channel, table).some((subscription) =>
    changes.some(({ op }) => isWanted(subscription, op)),
  )
}

/** Reads what has changed once, and sends it to channels that have the same caller. */
export async function sendChanges(group: [Channel, ...Channel[]], batch: Batch): Promise<void> {
  const seen = await see(group, batch)
  for (const change of batch.changes) {
    const described = new Map<string, string>()
    for (const channel of group) {
      // It may have been closed meanwhile.
      if (batch.channels.all().has(channel))
        sendChange(channel, { change, table: batch.table, seen, described })
    }
  }
}

async function see(group: [Channel, ...Channel[]], { table, changes, reads }: Batch): Promise<Seen> {
  const [{ caller }] = group
  const subscriptions = group.flatMap((channel) => subscriptionsTo(channel, table))
  const wanted = changes.filter(({ op }) => subscriptions.some((subscription) => isWanted(subscription, op)))
  const present = wanted.filter(({ op }) => op !== 'DELETE')
  const filters = new Map(subscriptions.map(({ filter, conditions }) => [filter, conditions]))
  const keys = new Map(present.map(({ key }) => [JSON.stringify(key), key]))
  const [first] = subscriptions
  const rows =
    first && keys.size > 0
      ? await reads.rows(caller, { relation: first.relation, keys: [...keys.values()], filters })
      : []
  // A deleted row cannot be read any more, so that no policy can say who might have seen it.
  const seesDeletions = present.length < wanted.length && (await reads.isAdministrator(caller))
  return {
    filters: [...filters.keys()],
    rows: new Map(rows.map((row) => [JSON.stringify(row.key), row])),
    seesDeletions,
  }
}

function sendChange(
  channel: Channel,
  options: { change: Change; table: string; seen: Seen; described: Map<string, string> },
): void {
  const { change, table, seen, described } = options
  const row = change.op === 'DELETE' ? null : seen.rows.get(JSON.stringify(change.key))
  if (row === undefined || (row === null && !seen.seesDeletions)) return
  const met = subscriptionsTo(channel, table).filter(
    (subscription) =>
      isWanted(subscription, change.op) &&
      (row === null || row.meets[seen.filters.indexOf(subscription.filter)]),
  )
  for (const [chosen, [first, ...others]] of Map.groupBy(met, ({ columns }) => columns.join())) {
    if (!first) continue
    const { relation, columns } = first
    const data = described.get(chosen) ?? describeChange({ change, relation, row, columns })
    described.set(chosen, data)
    const ids = [first, ...others].map(({ id }) => id)
    channel.push('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`)
  }
}

function subscriptionsTo({ subscriptions }: Channel, table: string): Subscription[] {
  return subscriptions.filter(({ relation }) => relation.name === table)
}
