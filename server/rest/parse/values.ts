import type { Scanner } from '#server/rest/parse/scanner.ts'
import type { Column } from '#server/rest/query.ts'
import { unreadable } from '#server/rest/rest-error.ts'

/**
 * A value inside parentheses: in double quotes, an array such as `{a,b}`, or what stands before the next comma or
 * parenthesis.
 */
export function parseValue(scanner: Scanner): string {
  const array = scanner.peek() === '{' ? scanner.attempt(() => parseArray(scanner)) : null
  return array ?? parseQuotable(scanner, ',)')
}

/**
 * The list of `in.(first,"second, with a comma")`. It is empty for `in.()`, which the client sends for no values.
 * @throws RestError
 */
export function parseValues(scanner: Scanner, { name }: Column): string[] {
  scanner.skipBlanks()
  if (!scanner.accept('(')) throw unreadable(`the filter "${name}"`, 'in.(first,second) is expected')
  scanner.skipBlanks()
  const values: string[] = []
  do values.push(parseQuotable(scanner, ',)'))
  while (scanner.accept(','))
  if (!scanner.accept(')')) throw unreadable(`the filter "${name}"`, 'a closing parenthesis is missing')
  scanner.skipBlanks()
  return values.length === 1 && values[0] === '' ? [] : values
}

/**
 * What stands before one of these characters, which double quotes around it keep in it. Quotes that something else follows
 * are part of the value, as the client sends quotes inside a value as they are.
 */
export function parseQuotable(scanner: Scanner, stops: string): string {
  const quoted =
    scanner.peek() === '"'
      ? scanner.attempt(() => {
          const value = scanner.quoted()
          return scanner.atEnd() || stops.includes(scanner.peek()) ? value : null
        })
      : null
  return quoted ?? scanner.until(stops)
}

function parseArray(scanner: Scanner): string | null {
  scanner.accept('{')
  const elements = scanner.until('{}')
  return scanner.accept('}') ? `{${elements}}` : null
}
