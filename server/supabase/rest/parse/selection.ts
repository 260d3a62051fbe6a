import {
  parseColumnNames,
  type RowSource,
  requireColumn,
  requireDistinct,
} from '#server/supabase/rest/parse/columns.ts'
import { parseConditions } from '#server/supabase/rest/parse/conditions.ts'
import { type Parameter, parsePage, takeParameter } from '#server/supabase/rest/parse/parameters.ts'
import type { Order, Selection } from '#server/supabase/rest/query.ts'
import { parseError, RestError, shorten } from '#server/supabase/rest/rest-error.ts'

const MAX_ORDERS = 4
const EMBEDDED = /^(?:\w+:)?(?:\.\.\.)?(\w+)(?:!\w+)*\(/
const AGGREGATE = /^(?:\w+:)?(?:count|\w+\.(?:sum|avg|count|max|min))\(\)/

/**
 * Parses `select`, `order`, `limit` and `offset`; every other parameter must be a filter.
 * @throws RestError
 */
export function parseSelection(parameters: Parameter[], source: RowSource): Selection {
  const columns = parseSelect(takeParameter(parameters, 'select') ?? '', source)
  const order = parseOrder(takeParameter(parameters, 'order'), source)
  const page = parsePage(parameters)
  return { columns, order, ...page, conditions: parseConditions(parameters, source) }
}

/** Column names, each once. An empty text and `*` both mean all columns. */
function parseSelect(text: string, source: RowSource): string[] {
  if (text === '') return [...source.columns.keys()]
  refuseEmbedded(text, source)
  return requireDistinct(
    text.split(',').flatMap((entry) => {
      const name = entry.trim()
      return name === '*' ? [...source.columns.keys()] : parseColumnNames(name, source)
    }),
  )
}

function refuseEmbedded(text: string, { name }: RowSource): void {
  for (const entry of text.split(',')) {
    if (AGGREGATE.test(entry.trim())) {
      throw new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
    }
    const embedded = EMBEDDED.exec(entry.trim())?.[1]
    if (embedded === undefined) continue
    const pair = `'${name}' and '${shorten(embedded)}'`
    throw new RestError(
      400,
      'PGRST200',
      `Could not find a relationship between ${pair} in the schema cache`,
      {
        details: `Searched for a foreign key relationship between ${pair} in the schema 'public', but no matches were found.`,
      },
    )
  }
}

function parseOrder(text: string | undefined, source: RowSource): Order[] {
  if (text === undefined) return []
  const orders = text.split(',').map((entry) => parseOrderTerm(entry.trim(), source))
  if (orders.length > MAX_ORDERS) throw parseError('order', `more than ${MAX_ORDERS} columns`)
  requireDistinct(orders.map(({ column }) => column))
  return orders
}

function parseOrderTerm(term: string, source: RowSource): Order {
  const [name = '', ...modifiers] = term.split('.')
  const { name: column } = requireColumn(name.trim(), source)
  const direction = modifiers[0] === 'asc' || modifiers[0] === 'desc' ? modifiers.shift() : undefined
  const nulls = modifiers[0] === 'nullsfirst' || modifiers[0] === 'nullslast' ? modifiers.shift() : undefined
  if (modifiers.length > 0) {
    throw parseError(`order of "${source.name}"`, `"${shorten(modifiers.join('.'))}" is no direction`)
  }
  return {
    column,
    descending: direction === 'desc',
    nulls: nulls === undefined ? null : nulls === 'nullsfirst' ? 'first' : 'last',
  }
}
