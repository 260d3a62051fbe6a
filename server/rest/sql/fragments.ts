import { type RawBuilder, sql } from 'kysely'
import type { Columns } from '#server/rest/catalog/catalog.ts'
import type { Comparison, Condition, IsValue, Order } from '#server/rest/query.ts'

type Fragment = RawBuilder<unknown>

const OPERATORS: Record<Comparison, Fragment> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`like`,
  ilike: sql`ilike`,
  isdistinct: sql`is distinct from`,
}

const IS: Record<IsValue, Fragment> = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
  unknown: sql`is unknown`,
}

export const NOTHING = sql``

/** A quoted name. All names come from the catalog, so this is a second line of defence. */
export const name = (...path: string[]): Fragment => sql.id(...path)

export const names = (columns: readonly string[]): Fragment => sql.join(columns.map((column) => name(column)))

/** `"p_email" text, …` */
export function typed(columns: readonly string[], types: Columns): Fragment {
  return sql.join(columns.map((column) => sql`${name(column)} ${sql.raw(types.get(column) ?? '')}`))
}

/** `where …`, or nothing. The columns are those of `relation`. */
export function where(conditions: Condition[], relation: string): Fragment {
  if (conditions.length === 0) return NOTHING
  return sql` where ${sql.join(
    conditions.map((condition) => compile(condition, relation)),
    sql` and `,
  )}`
}

function compile(condition: Condition, relation: string): Fragment {
  const positive = compilePositive(condition, relation)
  return condition.negated ? sql`not (${positive})` : positive
}

function compilePositive(condition: Condition, relation: string): Fragment {
  switch (condition.kind) {
    case 'group': {
      const separator = condition.join === 'and' ? sql` and ` : sql` or `
      return sql`(${sql.join(
        condition.conditions.map((member) => compile(member, relation)),
        separator,
      )})`
    }
    case 'is':
      return sql`${name(relation, condition.column.name)} ${IS[condition.value]}`
    case 'in':
      return sql`${name(relation, condition.column.name)} = any (${condition.values}::${sql.raw(`${condition.column.type}[]`)})`
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
  // In a URL * stands for %, which would need percent-encoding.
  const text = isPattern ? value.replaceAll('*', '%') : value
  const type = isPattern ? 'text' : column.type
  const right = quantifier
    ? sql`${sql.raw(quantifier)} (${text}::${sql.raw(`${type}[]`)})`
    : sql`${text}::${sql.raw(type)}`
  return sql`${name(relation, column.name)} ${OPERATORS[operator]} ${right}`
}

/** `order by …`, or nothing. */
export function orderBy(orders: Order[], relation: string): Fragment {
  if (orders.length === 0) return NOTHING
  const terms = orders.map(({ column, descending, nulls }) => {
    const direction = descending ? sql` desc` : NOTHING
    const place = nulls === null ? NOTHING : nulls === 'first' ? sql` nulls first` : sql` nulls last`
    return sql`${name(relation, column)}${direction}${place}`
  })
  return sql` order by ${sql.join(terms)}`
}
