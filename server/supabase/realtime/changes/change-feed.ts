import { setTimeout as delay } from 'node:timers/promises'
import {
  compile,
  fragment,
  joined,
  literal,
  name,
  raw,
  type Statement,
} from '#server/platform/database/fragment.ts'
import type { Change } from '#server/supabase/realtime/announcements.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { isWanted, type Subscription } from '#server/supabase/realtime/changes/subscription.ts'
import {
  type ChannelCaller,
  groupByCaller,
  readPermissions,
} from '#server/supabase/realtime/channels/channel-caller.ts'
import type { Channel, Channels } from '#server/supabase/realtime/channels/channels.ts'
import type { Relation } from '#server/supabase/rest/catalog/catalog.ts'
import type { Condition } from '#server/supabase/rest/query.ts'
import type { RequestPools } from '#server/supabase/rest/request-pools.ts'
import { runAs } from '#server/supabase/rest/run-query.ts'
import { where } from '#server/supabase/rest/sql/fragments.ts'

/** A transaction announces all its changes at once; this is time for them to arrive. */
const BATCH_MS = 5
const ROWS_AT_ONCE = 20
/** Requests of the data path use the same connections. */
const CALLERS_AT_ONCE = 2

/**
 * Returns a function that sends announced changes to the channels that subscribed to them. Each row is read once for each distinct caller,
 * with that caller's rights, and not at all when no channel subscribed to it; changes that arrive in the meantime are read together, equal
 * ones only once. A channel whose changes could not be read is failed, so that its client joins again and loads what it shows.
 */
export function createChangeFeed(options: {
  pools: RequestPools
  channels: Channels
  onError: (error: unknown) => void
}): (change: Change) => void {
  const { pools, channels, onError } = options
  const waiting = new Map<string, Change>()
  let isWorking = false

  async function work(): Promise<void> {
    isWorking = true
    await delay(BATCH_MS)
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

  return (change) => {
    if (channels.subscribedTo(change.table).length === 0) return
    const id = JSON.stringify([change.table, change.op, change.key, change.old_key])
    waiting.delete(id)
    waiting.set(id, change)
    if (waiting.size > BOUNDS.waitingChanges) {
      for (const { table } of waiting.values()) channels.failSubscribers(table)
      waiting.clear()
    } else if (!isWorking) void work()
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

/** Changes of one table that are read together. */
interface Batch {
  table: string
  changes: Change[]
  channels: Pick<Channels, 'all'>
  reads: Reads
}

/** The part of a batch that a caller may see. */
interface Seen {
  filters: string[]
  rows: ReadonlyMap<string, ReadRow>
  seesDeletions: boolean
}

function isInterested(channel: Channel, table: string, changes: Change[]): boolean {
  return subscriptionsTo(channel, table).some((subscription) =>
    changes.some(({ op }) => isWanted(subscription, op)),
  )
}

/** Reads what has changed once, and sends it to channels that have the same caller. */
async function sendChanges(group: [Channel, ...Channel[]], batch: Batch): Promise<void> {
  const seen = await see(group, batch)
  for (const change of batch.changes) {
    const described = new Map<string, string>()
    for (const channel of group) {
      // It may have been closed in the meantime.
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
  // A deleted row cannot be read any more, so that no policy can decide who might have seen it.
  const seesDeletions =
    first !== undefined &&
    present.length < wanted.length &&
    (await reads.seesDeletions(caller, first.relation))
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

/**
 * Writes a change as the official client reads it, as JSON text. `row` is null for a deletion, of which only the primary key is
 * known.
 */
function describeChange(options: {
  change: Change
  relation: Relation
  row: ReadRow | null
  columns: readonly string[]
}): string {
  const { change, relation, row, columns } = options
  const described = columns.map((name) => ({ name, type: typeOf(relation, name) }))
  const parts = [
    `"schema":"public","table":${JSON.stringify(relation.name)},"commit_timestamp":${JSON.stringify(change.at)}`,
    `"type":"${change.op}","columns":${JSON.stringify(described)}`,
    ...(row ? [`"record":${recordOf(relation, row, columns)}`] : []),
    ...(change.op === 'INSERT' ? [] : [`"old_record":${keyOf(relation, change.old_key ?? change.key)}`]),
    `"errors":${row?.isTooLarge ? '["Error 413: Payload Too Large"]' : 'null'}`,
  ]
  return `{${parts.join(',')}}`
}

/** Cells are JSON already, and are passed on as PostgreSQL wrote them. */
function recordOf(relation: Relation, { cells }: ReadRow, columns: readonly string[]): string {
  const places = new Map([...relation.columns.keys()].map((name, place) => [name, place]))
  const members = columns.flatMap((name) => {
    const cell = cells[places.get(name) ?? -1] ?? null
    if (cell === null) return []
    // The client parses a text in a jsonb column once more, so that "123" would become a number.
    const isParsed = typeOf(relation, name) === 'jsonb' && cell.startsWith('"')
    return `${JSON.stringify(name)}:${isParsed ? JSON.stringify(cell) : cell}`
  })
  return `{${members.join(',')}}`
}

function keyOf(relation: Relation, values: readonly string[]): string {
  const members = relation.key.map((name, place) => {
    const value = values[place] ?? ''
    const isNumber = ['int8', 'int4'].includes(typeOf(relation, name))
    return `${JSON.stringify(name)}:${isNumber ? value : JSON.stringify(value)}`
  })
  return `{${members.join(',')}}`
}

/** The short name of a type, by which the official client converts values. */
function typeOf(relation: Relation, column: string): string {
  return relation.columns.get(column) ?? 'text'
}

/** The largest values that are sent of a row that is too large. */
const SHORT_BYTES = 64

/** A row as its reader may see it. */
interface ReadRow {
  key: string[]
  /** The values of all columns, each as JSON text; null for one that is left out because the row is too large. */
  cells: (string | null)[]
  isTooLarge: boolean
  /** The result of each filter. */
  meets: boolean[]
}

interface WantedRows {
  relation: Relation
  keys: readonly string[][]
  /** The conditions by the text of the filter. */
  filters: ReadonlyMap<string, Condition[]>
}

/** Reads for one batch of changes, each with the rights of a caller. */
interface Reads {
  /** Rows by their primary keys, in one query; rows that the caller may not see are missing. */
  rows(caller: ChannelCaller, wanted: WantedRows): Promise<ReadRow[]>
  seesDeletions(caller: ChannelCaller, relation: Relation): Promise<boolean>
}

function createReads(pools: RequestPools): Reads {
  /** Cached, because most callers read the same rows. */
  const statements = new Map<string, Statement>()
  return {
    async rows(caller, wanted) {
      const asked = JSON.stringify([wanted.keys, [...wanted.filters.keys()]])
      const statement = statements.get(asked) ?? statementOf(wanted)
      statements.set(asked, statement)
      const { body } = await runAs(pools, caller.identity, statement, { reads: true })
      return body === null ? [] : JSON.parse(body)
    },
    async seesDeletions(caller, { key, columns }) {
      const { isAdministrator, isMember } = await readPermissions(pools, caller)
      // An id says nothing of the row that is gone, as an address or a word would.
      return isAdministrator || (isMember && key.every((part) => columns.get(part) === 'uuid'))
    },
  }
}

function statementOf({ relation, keys, filters }: WantedRows): Statement {
  const column = (written: string) => name(relation.name, written)
  const key = joined(relation.key.map(column))
  const keyText = joined(relation.key.map((part) => fragment`${column(part)}::text`))
  const cells = [...relation.columns.keys()].map(
    (part) => fragment`coalesce(to_json(${column(part)})::text, 'null')`,
  )
  const meets = [...filters.values()].map(
    (conditions) => fragment`exists (select${where(conditions, relation.name)})`,
  )
  const wanted = keys.map((values) => {
    const typed = values.map(
      (value, place) => fragment`${value}::${raw(relation.columns.get(relation.key[place] ?? '') ?? '')}`,
    )
    return fragment`(${joined(typed)})`
  })
  return compile(fragment`select count(*)::int as count, json_agg(json_build_object('key', key, 'cells',
  case when bytes <= ${literal(BOUNDS.recordBytes)} then cells else short end,
  'isTooLarge', bytes > ${literal(BOUNDS.recordBytes)}, 'meets', meets))::text as body, null::int as total, null::int as inserted
from (select array[${keyText}] as key, array[${joined(cells)}] as cells, array[${joined(meets)}]::boolean[] as meets
  from ${name('public', relation.name)} where (${key}) in (${joined(wanted)})) as found
cross join lateral (select sum(octet_length(cell)) as bytes,
  array_agg(case when octet_length(cell) <= ${literal(SHORT_BYTES)} then cell end order by place) as short
  from unnest(cells) with ordinality as t (cell, place)) as measured`)
}
