import { type Fragment, fragment, joined, name, raw } from '#server/platform/database/fragment.ts'
import type { Columns } from '#server/supabase/rest/catalog/catalog.ts'
import type { Comparison, Condition, IsValue, Order } from '#server/supabase/rest/query.ts'

const OPERATORS: Record<Comparison, Fragment> = {
  eq: fragment`=`,
  neq: fragment`<>`,
  gt: fragment`>`,
  gte: fragment`>=`,
  lt: fragment`<`,
  lte: fragment`<=`,
  like: fragment`like`,
  ilike: fragment`ilike`,
  isdistinct: fragment`is distinct from`,
}

const IS: Record<IsValue, Fragment> = {
  null: fragment`is null`,
  not_null: fragment`is not null`,
  true: fragment`is true`,
  false: fragment`is false`,
  unknown: fragment`is unknown`,
}

export const EMPTY = fragment``

/** Quoted names. All of them come from the catalog, so this is a second line of defence. */
export const names = (columns: readonly string[]): Fragment => joined(columns.map((column) => name(column)))

/** `"p_email" text, …` */
export function typed(columns: readonly string[], types: Columns): Fragment {
  return joined(columns.map((column) => fragment`${name(column)} ${raw(types.get(column) ?? '')}`))
}

/** `where …`, or nothing. The columns are those of `relation`. */
export function where(conditions: Condition[], relation: string): Fragment {
  if (conditions.length === 0) return EMPTY
  return fragment` where ${joined(
    conditions.map((condition) => compile(condition, relation)),
    ' and ',
  )}`
}

function compile(condition: Condition, relation: string): Fragment {
  const positive = compilePositive(condition, relation)
  return condition.negated ? fragment`not (${positive})` : positive
}

function compilePositive(condition: Condition, relation: string): Fragment {
  switch (condition.kind) {
    case 'group': {
      const separator = condition.join === 'and' ? ' and ' : ' or '
      return fragment`(${joined(
        condition.conditions.map((member) => compile(member, relation)),
        separator,
      )})`
    }
    case 'is':
      return fragment`${name(relation, condition.column.name)} ${IS[condition.value]}`
    case 'in':
      return fragment`${name(relation, condition.column.name)} = any (${condition.values}::${raw(`${condition.column.type}[]`)})`
    case 'comparison':
      return compileComparison(condition, relation)
  }
}

/** Sends the value as a text parameter and casts it to the type of its column; a pattern stays text. */
function compileComparison(
  { column, operator, quantifier, value }: Condition & { kind: 'comparison' },
  relation: string,
): Fragment {
  const isPattern = operator === 'like' || operator === 'ilike'
  // PostgREST accepts * for %, which a URL would have to encode.
  const text = isPattern ? value.replaceAll('*', '%') : value
  const type = isPattern ? 'text' : column.type
  const right = quantifier
    ? fragment`${raw(quantifier)} (${text}::${raw(`${type}[]`)})`
    : fragment`${text}::${raw(type)}`
  return fragment`${name(relation, column.name)} ${OPERATORS[operator]} ${right}`
}

/** `order by …`, or nothing. */
export function orderBy(orders: Order[], relation: string): Fragment {
  if (orders.length === 0) return EMPTY
  const terms = orders.map(({ column, descending, nulls }) => {
    const direction = descending ? fragment` desc` : EMPTY
    const place = nulls === null ? EMPTY : nulls === 'first' ? fragment` nulls first` : fragment` nulls last`
    return fragment`${name(relation, column)}${direction}${place}`
  })
  return fragment` order by ${joined(terms)}`
}
