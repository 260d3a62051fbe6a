import type { Scanner } from '#server/supabase/rest/parse/scanner.ts'
import type { Column } from '#server/supabase/rest/query.ts'
import { parseError } from '#server/supabase/rest/rest-error.ts'

/**
 * Parses a value inside parentheses: a text in double quotes, an array such as `{a,b}`, or plain text up to the next comma or
 * closing parenthesis.
 */
export function parseValue(scanner: Scanner): string {
  const array = scanner.peek() === '{' ? scanner.attempt(() => parseArray(scanner)) : null
  return array ?? parseQuotable(scanner, ',)')
}

/**
 * Parses the list of `in.(first,"second, with a comma")`; `in.()`, which the client sends for an empty list, is empty.
 * @throws RestError
 */
export function parseValues(scanner: Scanner, { name }: Column): string[] {
  scanner.skipBlanks()
  if (!scanner.accept('(')) throw parseError(`the filter "${name}"`, 'in.(first,second) is expected')
  scanner.skipBlanks()
  const values: string[] = []
  do values.push(parseQuotable(scanner, ',)'))
  while (scanner.accept(','))
  if (!scanner.accept(')')) throw parseError(`the filter "${name}"`, 'a closing parenthesis is missing')
  scanner.skipBlanks()
  return values.length === 1 && values[0] === '' ? [] : values
}

/**
 * Parses text up to one of these characters; inside double quotes they are part of the text. When something else follows the
 * closing quote, the quotes belong to the value, because the client does not escape quotes inside a value.
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
