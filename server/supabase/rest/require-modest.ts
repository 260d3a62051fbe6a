import { requireFew } from '#server/supabase/rest/parse/conditions.ts'
import type { Condition, Query } from '#server/supabase/rest/query.ts'
import { parseError } from '#server/supabase/rest/rest-error.ts'

/** The search of the site has four. */
const MAX_CONDITIONS = 10
/** Columns with whole texts: to compare them, PostgreSQL reads and unpacks every one. */
const WHOLE_TEXTS: ReadonlySet<string> = new Set(['content'])

/**
 * Checks that a query is one that strangers may ask.
 * @throws RestError
 */
export function requireModest({ selection }: Query): void {
  if (!selection) return
  requireFew(selection.conditions, MAX_CONDITIONS)
  const compared = [
    ...selection.order.map(({ column }) => column),
    ...selection.conditions.flatMap(columnsOf),
  ]
  const whole = compared.find((name) => WHOLE_TEXTS.has(name))
  if (whole) throw parseError(`the filters and the order`, `only who is signed in compares "${whole}"`)
}

function columnsOf(condition: Condition): string[] {
  return condition.kind === 'group' ? condition.conditions.flatMap(columnsOf) : [condition.column.name]
}
