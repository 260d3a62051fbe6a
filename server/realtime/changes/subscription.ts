import { findAnnouncedTable } from '#server/realtime/changes/announced-tables.ts'
import { parseFilter } from '#server/realtime/changes/parse-filter.ts'
import type { WantedChanges } from '#server/realtime/channels/read-join.ts'
import type { Catalog, Relation } from '#server/rest/catalog/catalog.ts'
import { requireColumn, requireDistinct } from '#server/rest/parse/columns.ts'
import type { Condition } from '#server/rest/query.ts'
import { RestError, shorten } from '#server/rest/rest-error.ts'

/** What one channel wants to hear of one table. */
export interface Subscription {
  /** Sent with every change; the client compares it strictly. */
  id: number
  event: WantedChanges['event']
  relation: Relation
  /** As it was written; empty when every row is wanted. */
  filter: string
  conditions: Condition[]
  /** The columns of the records, in the order of the table unless the client has chosen them. */
  columns: readonly string[]
}

let latestId = 0

/** @throws RestError when the table, a column or the filter is not known */
export function createSubscription(
  { event, table, filter = '', select }: WantedChanges,
  catalog: Catalog,
): Subscription {
  const relation = findAnnouncedTable(catalog, table)
  if (!relation)
    throw new RestError(404, 'PGRST205', `The changes of public.${shorten(table)} are not announced`)
  latestId += 1
  return {
    id: latestId,
    event,
    relation,
    filter,
    conditions: filter === '' ? [] : parseFilter(filter, relation),
    columns: select
      ? requireDistinct(select.map((name) => requireColumn(name, relation).name))
      : [...relation.columns.keys()],
  }
}

export function isWanted({ event }: Subscription, op: 'INSERT' | 'UPDATE' | 'DELETE'): boolean {
  return event === '*' || event === op
}
