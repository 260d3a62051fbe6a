import { type RowSource, requireColumn } from '#server/supabase/rest/parse/columns.ts'
import type { Parameter } from '#server/supabase/rest/parse/parameters.ts'
import {
  parseQuotable,
  parseValue,
  parseValues,
  type Scanner,
  scan,
} from '#server/supabase/rest/parse/scanner.ts'
import type {
  Column,
  Comparison,
  Condition,
  IsValue,
  Quantifier,
  Selection,
} from '#server/supabase/rest/query.ts'
import { parseError, shorten } from '#server/supabase/rest/rest-error.ts'

const MAX_CONDITIONS = 50
/** The search of the site has four. */
const MAX_CONDITIONS_OF_STRANGERS = 10
/** Columns with whole texts: to compare them, PostgreSQL reads and unpacks every one. */
const WHOLE_TEXTS: ReadonlySet<string> = new Set(['content'])
/** The most rows with whole texts in one response: some 800 kB of articles. */
const MAX_WHOLE_TEXTS_OF_STRANGERS = 100
const MAX_DEPTH = 3

/** The comparison operators, and whether each can be used with `any` or `all` and a list of values. */
const COMPARISONS: ReadonlyMap<string, { operator: Comparison; isQuantifiable: boolean }> = new Map(
  (['eq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'neq', 'isdistinct'] as const).map((operator) => [
    operator,
    { operator, isQuantifiable: operator !== 'neq' && operator !== 'isdistinct' },
  ]),
)
const IS_VALUES: ReadonlySet<string> = new Set<IsValue>(['null', 'not_null', 'true', 'false', 'unknown'])
const GROUP = /^(not\.)?(and|or)$/

/**
 * Every parameter is a condition: `column=operator.value`, or a group such as `or=(a.eq.1,not.and(b.gt.2,c.is.null))`, in
 * the grammar of PostgREST (https://docs.postgrest.org/en/stable/references/api/tables_views.html#horizontal-filtering).
 * @throws RestError for anything else
 */
export function parseConditions(parameters: Parameter[], source: RowSource): Condition[] {
  const reader = createReader(source)
  const conditions = parameters.map(({ name, value }) => {
    const group = GROUP.exec(name)
    const scanner = scan(value)
    const condition = group
      ? reader.group(scanner, { negated: group[1] !== undefined, join: group[2] as 'and' | 'or', depth: 1 })
      : reader.comparison(scanner, requireColumn(name, source), { inGroup: false })
    if (scanner.atEnd()) return condition
    throw parseError(`the filter "${shorten(name)}"`, `nothing may follow ${shorten(value)}`)
  })
  requireFew(conditions, MAX_CONDITIONS)
  return conditions
}

/**
 * Selects as few rows as strangers may have.
 * @throws RestError when they may not select rows so
 */
export function limitStranger(selection: Selection, returnsRows: boolean): Selection {
  const { columns, conditions, order, limit } = selection
  requireFew(conditions, MAX_CONDITIONS_OF_STRANGERS)
  const compared = [...order.map(({ column }) => column), ...conditions.flatMap(columnsOf)]
  const whole = compared.find((name) => WHOLE_TEXTS.has(name))
  if (whole) throw parseError('the filters and the order', `only who is signed in compares "${whole}"`)
  if (!returnsRows || !columns.some((name) => WHOLE_TEXTS.has(name))) return selection
  return { ...selection, limit: Math.min(limit ?? Infinity, MAX_WHOLE_TEXTS_OF_STRANGERS) }
}

function columnsOf(condition: Condition): string[] {
  return condition.kind === 'group' ? condition.conditions.flatMap(columnsOf) : [condition.column.name]
}

/** @throws RestError when there are more conditions than this, in groups too */
function requireFew(conditions: readonly Condition[], most: number): void {
  if (countConditions(conditions) > most) throw parseError('the filters', `more than ${most} conditions`)
}

function countConditions(conditions: readonly Condition[]): number {
  return conditions.reduce((sum, condition) => {
    if (condition.kind === 'group') return sum + countConditions(condition.conditions)
    const isList = condition.kind === 'comparison' && condition.quantifier && /like$/.test(condition.operator)
    // Each pattern of a list costs as much as a condition, so it is counted as one; commas inside quotes are counted too.
    return sum + (isList ? condition.value.split(',').length : 1)
  }, 0)
}

function createReader(source: RowSource) {
  function group(
    scanner: Scanner,
    { negated, join, depth }: { negated: boolean; join: 'and' | 'or'; depth: number },
  ): Condition {
    if (depth > MAX_DEPTH)
      throw parseError('the logic tree', `more than ${MAX_DEPTH} groups inside each other`)
    scanner.skipBlanks()
    if (!scanner.accept('(')) throw parseError('the logic tree', 'an opening parenthesis is missing')
    const conditions: Condition[] = []
    do {
      scanner.skipBlanks()
      conditions.push(member(scanner, depth))
      scanner.skipBlanks()
    } while (scanner.accept(','))
    if (!scanner.accept(')')) throw parseError('the logic tree', 'a closing parenthesis is missing')
    scanner.skipBlanks()
    return { kind: 'group', join, conditions, negated }
  }

  /** `and(…)`, `not.or(…)` or `column.operator.value`. */
  function member(scanner: Scanner, depth: number): Condition {
    const negated = scanner.accept('not.')
    const name = parseQuotable(scanner, '.(,)').trimEnd()
    if ((name === 'and' || name === 'or') && scanner.peek() === '(') {
      return group(scanner, { negated, join: name, depth: depth + 1 })
    }
    if (negated || name === '' || !scanner.accept('.')) {
      throw parseError('the logic tree', 'column.operator.value, and(…) or or(…) is expected')
    }
    return comparison(scanner, requireColumn(name, source), { inGroup: true })
  }

  function comparison(scanner: Scanner, column: Column, { inGroup }: { inGroup: boolean }): Condition {
    const negated = scanner.accept('not.')
    const operator = scanner.until(inGroup ? '.(,)' : '.(')
    const quantifier = parseQuantifier(scanner)
    if (!scanner.accept('.')) throw parseError(`the filter "${column.name}"`, 'operator.value is expected')
    if (quantifier === null && operator === 'in') {
      return { kind: 'in', column, values: parseValues(scanner, column), negated }
    }
    const value = inGroup ? parseValue(scanner) : scanner.until('')
    if (quantifier === null && operator === 'is') {
      return { kind: 'is', column, value: requireIs(value, column), negated }
    }
    const known = COMPARISONS.get(operator)
    if (!known || (quantifier && !known.isQuantifiable)) {
      throw parseError(`the filter "${column.name}"`, `the operator "${shorten(operator)}" is not known`)
    }
    return { kind: 'comparison', column, operator: known.operator, quantifier, value, negated }
  }

  return { group, comparison }
}

function parseQuantifier(scanner: Scanner): Quantifier | null {
  if (scanner.accept('(any)')) return 'any'
  return scanner.accept('(all)') ? 'all' : null
}

function requireIs(value: string, { name }: Column): IsValue {
  const asked = value.toLowerCase()
  if (IS_VALUES.has(asked)) return asked as IsValue
  throw parseError(`the filter "${name}"`, `is.${shorten(value)}: ${[...IS_VALUES].join(', ')} are known`)
}
