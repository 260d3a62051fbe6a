import { LIVE_TABLES } from '#core/data/database.types.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import type { WantedChanges } from '#server/supabase/realtime/channels/read-join.ts'
import type { Catalog, Relation } from '#server/supabase/rest/catalog/catalog.ts'
import { requireColumn, requireDistinct } from '#server/supabase/rest/parse/columns.ts'
import { parseValue, parseValues, type Scanner, scan } from '#server/supabase/rest/parse/scanner.ts'
import type { Column, Comparison, Condition } from '#server/supabase/rest/query.ts'
import { parseError, RestError, shorten } from '#server/supabase/rest/rest-error.ts'

const COMPARISONS: readonly string[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] satisfies Comparison[]

/** The changes of one table to which a channel has subscribed. */
export interface Subscription {
  /** Sent with every change; the client compares it strictly. */
  id: number
  event: WantedChanges['event']
  relation: Relation
  /** The filter as it was written; empty for every row. */
  filter: string
  conditions: Condition[]
  /** The columns of the records, in the order of the table unless the client has chosen them. */
  columns: readonly string[]
}

const ANNOUNCED: ReadonlySet<string> = new Set(Object.keys(LIVE_TABLES))

let latestId = 0

/** @throws RestError when the table, a column or the filter is not known */
export function createSubscription(
  { event, table, filter = '', select }: WantedChanges,
  catalog: Catalog,
): Subscription {
  const relation = ANNOUNCED.has(table) ? catalog.relations.get(table) : null
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

/**
 * Parses the filter of a subscription: conditions such as `language=eq.en` or `id=not.in.(a,"b,c")`, separated by commas; all of
 * them have to hold.
 * @throws RestError for anything else
 */
function parseFilter(filter: string, relation: Relation): Condition[] {
  const scanner = scan(filter)
  const conditions: Condition[] = []
  do {
    if (conditions.length === BOUNDS.conditionsPerFilter) {
      throw parseError('the filter', `more than ${BOUNDS.conditionsPerFilter} conditions`)
    }
    conditions.push(parseCondition(scanner, relation))
  } while (scanner.accept(','))
  if (!scanner.atEnd()) throw parseError('the filter', `nothing may follow ${shorten(filter)}`)
  return conditions
}

function parseCondition(scanner: Scanner, relation: Relation): Condition {
  const column: Column = requireColumn(scanner.until('=,'), relation)
  if (!scanner.accept('=')) throw parseError('the filter', 'column=operator.value is expected')
  const negated = scanner.accept('not.')
  const operator = scanner.until('.,')
  if (!scanner.accept('.')) throw parseError(`the filter "${column.name}"`, 'operator.value is expected')
  if (operator === 'in') return { kind: 'in', column, values: parseValues(scanner, column), negated }
  const value = parseValue(scanner)
  if (operator === 'is' && value === 'null') return { kind: 'is', column, value, negated }
  if (!COMPARISONS.includes(operator)) {
    throw parseError(`the filter "${column.name}"`, `the operator "${shorten(operator)}" is not known`)
  }
  return { kind: 'comparison', column, operator: operator as Comparison, quantifier: null, value, negated }
}
