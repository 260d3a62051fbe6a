import { BOUNDS } from '#server/realtime/bounds.ts'
import type { Relation } from '#server/rest/catalog/catalog.ts'
import { requireColumn } from '#server/rest/parse/columns.ts'
import { type Scanner, scan } from '#server/rest/parse/scanner.ts'
import { parseValue, parseValues } from '#server/rest/parse/values.ts'
import type { Column, Comparison, Condition } from '#server/rest/query.ts'
import { parseError, shorten } from '#server/rest/rest-error.ts'

const COMPARISONS: readonly string[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] satisfies Comparison[]

/**
 * Parses the filter of a subscription: conditions such as `language=eq.en` or `id=not.in.(a,"b,c")`, separated by commas; all of
 * them have to hold.
 * @throws RestError for anything else
 */
export function parseFilter(filter: string, relation: Relation): Condition[] {
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
