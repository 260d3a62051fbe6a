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
