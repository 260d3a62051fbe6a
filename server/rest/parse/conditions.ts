import type { Columns } from '#server/rest/catalog.ts'
import type { Parameter } from '#server/rest/parse/parameters.ts'
import { type Scanner, scan } from '#server/rest/parse/scanner.ts'
import type { Column, Comparison, Condition, IsValue } from '#server/rest/query.ts'
import { shorten, unknownColumn, unreadable } from '#server/rest/rest-error.ts'

const MAX_CONDITIONS = 50
const MAX_DEPTH = 3

const COMPARISONS: ReadonlySet<string> = new Set<Comparison>([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
])
const IS_VALUES: ReadonlySet<string> = new Set<IsValue>(['null', 'not_null', 'true', 'false', 'unknown'])
const GROUP = /^(not\.)?(and|or)$/

interface Relation {
  name: string
  columns: Columns
}

/**
 * Every parameter is a condition: `column=operator.value`, or a group such as `or=(a.eq.1,not.and(b.gt.2,c.is.null))`, in
 * the grammar of PostgREST (https://docs.postgrest.org/en/stable/references/api/tables_views.html#horizontal-filtering).
 * @throws RestError for anything that it does not know
 */
export function parseConditions(parameters: Parameter[], relation: Relation): Condition[] {
  const reader = createReader(relation)
  return parameters.map(({ name, value }) => {
    const group = GROUP.exec(name)
    const scanner = scan(value)
    const condition = group
      ? reader.group(scanner, { negated: group[1] !== undefined, join: group[2] as 'and' | 'or', depth: 1 })
      : reader.comparison(scanner, name, { inGroup: false })
    if (!scanner.atEnd())
      throw unreadable(`the filter "${shorten(name)}"`, `nothing may follow ${shorten(value)}`)
    return condition
  })
}

function createReader(relation: Relation) {
  let count = 0

  function columnOf(name: string): Column {
    const type = relation.columns.get(name)
    if (!type) throw unknownColumn(relation.name, name)
    return { name, type }
  }

  function countOne(): void {
    count += 1
    if (count > MAX_CONDITIONS) throw unreadable('the filters', `more than ${MAX_CONDITIONS} conditions`)
  }

  function group(
    scanner: Scanner,
    { negated, join, depth }: { negated: boolean; join: 'and' | 'or'; depth: number },
  ): Condition {
    if (depth > MAX_DEPTH)
      throw unreadable('the logic tree', `more than ${MAX_DEPTH} groups inside each other`)
    if (!scanner.accept('(')) throw unreadable('the logic tree', 'an opening parenthesis is missing')
    const conditions: Condition[] = []
    do conditions.push(member(scanner, depth))
    while (scanner.accept(','))
    if (!scanner.accept(')')) throw unreadable('the logic tree', 'a closing parenthesis is missing')
    return { kind: 'group', join, conditions, negated }
  }

  /** `and(…)`, `not.or(…)` or `column.operator.value`. */
  function member(scanner: Scanner, depth: number): Condition {
    const name = scanner.peek() === '"' ? scanner.quoted() : scanner.until('.(,)')
    if (name === 'not' && scanner.accept('.')) {
      const join = scanner.until('(.,)')
      if (join === 'and' || join === 'or') return group(scanner, { negated: true, join, depth: depth + 1 })
      throw unreadable('the logic tree', `"not.${shorten(join)}" is no group`)
    }
    if ((name === 'and' || name === 'or') && scanner.peek() === '(') {
      return group(scanner, { negated: false, join: name, depth: depth + 1 })
    }
    if (!name || !scanner.accept('.')) throw unreadable('the logic tree', 'column.operator.value is expected')
    return comparison(scanner, name, { inGroup: true })
  }

  function comparison(scanner: Scanner, name: string, { inGroup }: { inGroup: boolean }): Condition {
    countOne()
    const column = columnOf(name)
    const negated = scanner.accept('not.')
    const operator = scanner.until(inGroup ? '.(,)' : '.(')
    if (!scanner.accept('.')) throw unreadable(`the filter "${name}"`, 'operator.value is expected')
    if (operator === 'in') return { kind: 'in', column, values: list(scanner, name), negated }
    const value = inGroup ? valueInGroup(scanner, name) : scanner.until('')
    if (operator === 'is') {
      const asked = value.toLowerCase()
      if (IS_VALUES.has(asked)) return { kind: 'is', column, value: asked as IsValue, negated }
      throw unreadable(`the filter "${name}"`, `is.${shorten(value)}: ${[...IS_VALUES].join(', ')} are known`)
    }
    if (!COMPARISONS.has(operator)) {
      throw unreadable(`the filter "${name}"`, `the operator "${shorten(operator)}" is not known`)
    }
    return { kind: 'comparison', column, operator: operator as Comparison, value, negated }
  }

  function valueInGroup(scanner: Scanner, name: string): string {
    if (scanner.peek() !== '"') return scanner.until(',)')
    const value = scanner.quoted()
    if (value === null) throw unreadable(`the filter "${name}"`, 'a closing quote is missing')
    return value
  }

  function list(scanner: Scanner, name: string): string[] {
    if (!scanner.accept('(')) throw unreadable(`the filter "${name}"`, 'in.(first,second) is expected')
    if (scanner.accept(')')) return []
    const values: string[] = []
    do values.push(valueInGroup(scanner, name))
    while (scanner.accept(','))
    if (!scanner.accept(')')) throw unreadable(`the filter "${name}"`, 'a closing parenthesis is missing')
    return values
  }

  return { group, comparison }
}
