import type { Column } from '#server/supabase/rest/query.ts'
import { parseError } from '#server/supabase/rest/rest-error.ts'

/** Reads a text from left to right. */
export interface Scanner {
  /** The character under the cursor; empty at the end. */
  peek(): string
  /** Skips this text when it comes next; returns whether it did. */
  accept(text: string): boolean
  /** Reads up to one of these characters, or to the end. */
  until(stops: string): string
  /** Skips spaces and tabs. */
  skipBlanks(): void
  /** Reads a text in double quotes, in which a backslash escapes the next character; null when the closing quote is missing. */
  quoted(): string | null
  /** Runs `read`, and moves the cursor back when it returns null. */
  attempt<T>(read: () => T | null): T | null
  atEnd(): boolean
}

export function scan(text: string): Scanner {
  let at = 0
  return {
    peek: () => text.charAt(at),
    accept(expected) {
      if (!text.startsWith(expected, at)) return false
      at += expected.length
      return true
    },
    until(stops) {
      const start = at
      while (at < text.length && !stops.includes(text.charAt(at))) at += 1
      return text.slice(start, at)
    },
    skipBlanks() {
      while (at < text.length && ' \t'.includes(text.charAt(at))) at += 1
    },
    quoted() {
      const characters: string[] = []
      for (at += 1; at < text.length; at += 1) {
        if (text.charAt(at) === '"') {
          at += 1
          return characters.join('')
        }
        if (text.charAt(at) === '\\') at += 1
        characters.push(text.charAt(at))
      }
      return null
    },
    attempt(read) {
      const start = at
      const value = read()
      if (value === null) at = start
      return value
    },
    atEnd: () => at >= text.length,
  }
}

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
 * Parses text up to one of these characters; inside double quotes they are part of the text. If anything else follows the closing quote,
 * the quotes belong to the value, because the client does not escape quotes inside a value.
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
