/** The part of PostgREST's query language that the desk's data functions use, over rows in memory. Anything else is refused, so that no condition is overlooked. */

export type Row = Record<string, unknown>

type Condition = (row: Row) => boolean

/** Parameters that are not a condition. */
const OTHERS = ['select', 'order', 'limit', 'offset', 'columns', 'on_conflict']

/** The rows that match all conditions of a request, in its order. */
export function selectRows(rows: readonly Row[], parameters: URLSearchParams): Row[] {
  const conditions = [...parameters]
    .filter(([name]) => !OTHERS.includes(name))
    .map(([name, value]) => readCondition(name, value))
  const found = rows.filter((row) => conditions.every((matches) => matches(row)))
  const order = parameters.get('order')
  return order ? found.toSorted(readOrder(order)) : found
}

function readCondition(name: string, value: string): Condition {
  if (name === 'or' || name === 'and') return readGroup(name, value)
  if (name === 'not.or' || name === 'not.and') return negate(readGroup(name.slice(4), value))
  if (value.startsWith('not.')) return negate(readCondition(name, value.slice(4)))
  const [, operator = '', operand = ''] = /^(\w+)\.(.*)$/s.exec(value) ?? []
  const compare = OPERATORS.get(operator)
  if (!compare) throw new Error(`The rows of tests know no "${name}=${value}"`)
  const wanted = unquote(operand)
  return (row) => compare(valueAt(row, name), wanted)
}

/** `(a.eq.1,b.ilike."%x%")`, with groups in it. */
function readGroup(kind: string, value: string): Condition {
  const parts = splitOutside(value.slice(1, -1)).map((part) => {
    const [, group, members] = /^((?:not\.)?(?:or|and))(\(.*\))$/s.exec(part) ?? []
    if (group && members) return readCondition(group, members)
    const [, name = '', rest = ''] = /^([\w>-]+)\.(.*)$/s.exec(part) ?? []
    return readCondition(name, rest)
  })
  return (row) =>
    kind === 'or' ? parts.some((matches) => matches(row)) : parts.every((matches) => matches(row))
}

const negate =
  (condition: Condition): Condition =>
  (row) =>
    !condition(row)

const OPERATORS = new Map<string, (value: unknown, operand: string) => boolean>([
  ['eq', (value, operand) => value !== null && String(value) === operand],
  ['neq', (value, operand) => value !== null && String(value) !== operand],
  ['gt', (value, operand) => compareValues(value, operand) > 0],
  ['gte', (value, operand) => compareValues(value, operand) >= 0],
  ['lt', (value, operand) => compareValues(value, operand) < 0],
  ['lte', (value, operand) => compareValues(value, operand) <= 0],
  ['is', (value, operand) => String(value ?? null) === operand],
  ['in', (value, operand) => splitOutside(operand.slice(1, -1)).map(unquote).includes(String(value))],
  ['ilike', (value, operand) => readPattern(operand).test(String(value ?? ''))],
  [
    'cs',
    (value, operand) =>
      readList(operand).every((item) => Array.isArray(value) && value.map(String).includes(item)),
  ],
])

const readList = (list: string): string[] =>
  list.startsWith('[')
    ? (JSON.parse(list) as unknown[]).map(String)
    : splitOutside(list.slice(1, -1)).map(unquote)

/** A pattern of LIKE, in which PostgREST reads `*` as `%` too. */
function readPattern(pattern: string): RegExp {
  const source = pattern.replace(/\\(.)|[%*]|_|[.+?^${}()|[\]]/gs, (part, escaped) =>
    escaped
      ? escaped.replace(/[.+?^${}()|[\]\\*]/g, '\\$&')
      : part === '%' || part === '*'
        ? '.*'
        : part === '_'
          ? '.'
          : `\\${part}`,
  )
  return new RegExp(`^${source}$`, 'is')
}

/** A column, or with `->>` a field of JSON in it. */
function valueAt(row: Row, path: string): unknown {
  const [column = '', ...fields] = path.split(/->>?/)
  return fields.reduce<unknown>((value, field) => (value as Row | null)?.[field], row[column]) ?? null
}

function readOrder(order: string): (a: Row, b: Row) => number {
  const terms = order.split(',').map((term) => {
    const [column = '', ...words] = term.split('.')
    const isDescending = words.includes('desc')
    return {
      column,
      isDescending,
      nullsFirst: words.includes('nullsfirst') || (isDescending && !words.includes('nullslast')),
    }
  })
  return (a, b) => {
    for (const { column, isDescending, nullsFirst } of terms) {
      const [left, right] = [valueAt(a, column), valueAt(b, column)]
      if (left === right) continue
      if (left === null || right === null) return (left === null) === nullsFirst ? -1 : 1
      const difference = compareValues(left, right)
      if (difference !== 0) return isDescending ? -difference : difference
    }
    return 0
  }
}

function compareValues(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number.NaN
  if (typeof a === 'number') return a - Number(b)
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

/** Splits at commas that are outside of quotes and parentheses. */
const splitOutside = (list: string): string[] =>
  list.match(/(?:"(?:\\.|[^"\\])*"|\((?:"(?:\\.|[^"\\])*"|[^()"]|\([^()]*\))*\)|[^,"(])+/gs) ?? []

const unquote = (value: string): string =>
  value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value
