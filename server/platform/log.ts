import { inspect } from 'node:util'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]

export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  /** The error's stack goes to the log and nowhere else. */
  error(message: string, error?: unknown): void
}

/** For this long after an error is written, equal ones are only counted. */
const REPEAT_MS = 10_000
const MAX_KNOWN_ERRORS = 100

/**
 * A log on stderr: one line per event, followed by the stack of an error. Events below the level are skipped, and so are errors
 * equal to one that was just written.
 */
export function createLog(level: LogLevel, { now = () => performance.now() } = {}): Log {
  const repeats = countRepeats(now)
  const write = (at: LogLevel, message: string, details = '') => {
    if (LEVELS.indexOf(at) >= LEVELS.indexOf(level))
      process.stderr.write(`${new Date().toISOString()} ${at} ${escapeInvisible(message)}${details}\n`)
  }
  return {
    debug: (message) => write('debug', message),
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error(message, error) {
      if (error === undefined) return write('error', message)
      const details = describe(error)
      const before = repeats(details)
      if (before === null) return
      const more = before > 0 ? ` (and ${before} more like it since the last one)` : ''
      write('error', message + more, `: ${details}`)
    },
  }
}

/**
 * Returns how many equal errors were skipped since the last one that was written, or null when this one is skipped too. While the
 * database is unreachable every request fails in the same way, and many requests could fill the disk.
 */
function countRepeats(now: () => number): (details: string) => number | null {
  const known = new Map<string, { until: number; skipped: number }>()
  return (details) => {
    const before = known.get(details)
    if (before && now() < before.until) {
      before.skipped += 1
      return null
    }
    known.delete(details)
    known.set(details, { until: now() + REPEAT_MS, skipped: 0 })
    if (known.size > MAX_KNOWN_ERRORS) known.delete(known.keys().next().value ?? '')
    return before?.skipped ?? 0
  }
}

/** Every line after the first is indented, so that text which an error quotes cannot look like a line of the log. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.stack || String(error) : asText(error)
  const [first = '', ...rest] = text.split('\n').map(escapeInvisible)
  return [first, ...rest.map((line) => (line.startsWith('    ') ? line : `    ${line}`))].join('\n')
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value)
}

/** Escapes control characters, which a terminal obeys, and direction characters, which reorder the text after them. */
function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
  })
}
