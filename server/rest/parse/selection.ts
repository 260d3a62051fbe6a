import type { Columns } from '#server/rest/catalog.ts'
import { parseConditions } from '#server/rest/parse/conditions.ts'
import { type Parameter, takeParameter } from '#server/rest/parse/parameters.ts'
import type { Order, Selection } from '#server/rest/query.ts'
import { RestError, shorten, unknownColumn, unreadable } from '#server/rest/rest-error.ts'

const MAX_ORDERS = 4
const WHOLE_NUMBER = /^\d{1,9}$/

interface Relation {
  name: string
  columns: Columns
}

/**
 * What the query string says of rows: `select`, filters, `order`, `limit` and `offset`. Everything that is left in the
 * parameters must be a filter.
 * @throws RestError
 */
export function parseSelection(parameters: Parameter[], relation: Relation): Selection {
  const columns = parseColumns(takeParameter(parameters, 'select') ?? '*', relation)
  const order = parseOrder(takeParameter(parameters, 'order'), relation)
  const limit = parseNumber(parameters, 'limit')
  const offset = parseNumber(parameters, 'offset')
  return { columns, order, limit, offset: offset ?? 0, conditions: parseConditions(parameters, relation) }
}

/**
 * Names of columns, each once, or `*` for all. Aliases, casts, JSON paths, aggregates and embedded tables are refused.
 * @throws RestError
 */
export function parseColumns(text: string, relation: Relation): string[] {
  const names = text.split(',').flatMap((entry) => {
    const name = unquote(entry.trim())
    return name === '*' ? [...relation.columns.keys()] : [name]
  })
  requireColumns(names, relation)
  return names
}

/** @throws RestError when one is unknown, or named twice */
export function requireColumns(names: readonly string[], relation: Relation): void {
  for (const name of names) {
    if (relation.columns.has(name)) continue
    if (/^\w+\(|^\.\.\./.test(name) || name.includes('(')) {
      throw new RestError(
        400,
        'PGRST200',
        `Could not find a relationship between '${relation.name}' and '${shorten(name.split('(')[0] ?? name)}' in the schema cache`,
      )
    }
    if (!/^\w+$/.test(name))
      throw unreadable(`the column "${shorten(name)}"`, 'only names of columns and * are known')
    throw unknownColumn(relation.name, name)
  }
  if (new Set(names).size < names.length) throw unreadable('the list of columns', 'a column is named twice')
}

/** supabase-js writes the names in `columns` with quotes. */
export function unquote(name: string): string {
  return /^"(\w+)"$/.exec(name)?.[1] ?? name
}

function parseOrder(text: string | undefined, relation: Relation): Order[] {
  if (text === undefined) return []
  const orders = text.split(',').map((entry) => parseOrderTerm(entry.trim(), relation))
  if (orders.length > MAX_ORDERS) throw unreadable('order', `more than ${MAX_ORDERS} columns`)
  requireColumns(
    orders.map(({ column }) => column),
    relation,
  )
  return orders
}

function parseOrderTerm(term: string, relation: Relation): Order {
  const [name = '', ...modifiers] = term.split('.')
  const column = unquote(name)
  const form = modifiers.join('.')
  const read = /^(asc|desc)?\.?(nullsfirst|nullslast)?$/.exec(form)
  if (!read || form.startsWith('.') || form.endsWith('.')) {
    throw unreadable(`order of "${relation.name}"`, `"${shorten(form)}" is no direction`)
  }
  const [, direction, nulls] = read
  return {
    column,
    descending: direction === 'desc',
    nulls: nulls === 'nullsfirst' ? 'first' : nulls === 'nullslast' ? 'last' : null,
  }
}

function parseNumber(parameters: Parameter[], name: 'limit' | 'offset'): number | null {
  const text = takeParameter(parameters, name)
  if (text === undefined) return null
  if (!WHOLE_NUMBER.test(text)) throw unreadable(name, `"${shorten(text)}" is no whole number`)
  return Number(text)
}
