const FRAGMENT = Symbol.for('ai-watch fragment')

/**
 * A part of a statement: its text in pieces, and between them values, of which each is a parameter or another fragment. It is marked by
 * a symbol, which no value of a request can have, and not by its class, because in development the server has two copies of this
 * module.
 */
export interface Fragment {
  readonly [FRAGMENT]: true
  readonly pieces: readonly string[]
  readonly values: readonly unknown[]
}

export interface Statement {
  /** The name under which each connection prepares it. */
  name?: string
  text: string
  values: unknown[]
}

/** A part of a statement to put into others: every value in it becomes a parameter, unless it is a fragment. */
export const fragment = (pieces: readonly string[], ...values: unknown[]): Fragment => ({
  [FRAGMENT]: true,
  pieces,
  values,
})

/** Text that is inserted as it is, and so must never come from a request. */
export const raw = (text: string): Fragment => fragment([text])

/** The name of a table, a column or a function, with those that it belongs to before it. */
export const name = (...path: string[]): Fragment => raw(path.map((part) => quoted(part, '"')).join('.'))

/** A value that is part of the text, where a parameter would make PostgreSQL plan worse. */
export const literal = (value: string | number): Fragment =>
  raw(typeof value === 'number' ? String(value) : quoted(value, "'"))

/** Fragments and values, joined by a separator. */
export const joined = (values: readonly unknown[], separator = ', '): Fragment =>
  fragment(['', ...values.slice(1).map(() => separator), ''].slice(0, values.length + 1), ...values)

/** A fragment as text with $1, $2 … for its values. */
export function compile(statement: Fragment): Statement {
  const values: unknown[] = []
  const textOf = ({ pieces, values: parts }: Fragment): string =>
    pieces.map((piece, index) => (index < parts.length ? piece + textOfPart(parts[index]) : piece)).join('')
  const textOfPart = (part: unknown) => (isFragment(part) ? textOf(part) : `$${values.push(part)}`)
  return { text: textOf(statement), values }
}

const isFragment = (part: unknown): part is Fragment =>
  typeof part === 'object' && part !== null && FRAGMENT in part

/** Quotes an identifier or a literal. @throws when the text has a NUL, at which PostgreSQL ends it */
function quoted(text: string, mark: '"' | "'"): string {
  if (text.includes('\0')) throw new TypeError('A statement cannot have a NUL in it')
  return mark + text.replaceAll(mark, mark + mark) + mark
}
