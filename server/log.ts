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

/** For so long after an error was written, others like it are only counted. */
const REPEAT_MS = 10_000
const MAX_KNOWN_ERRORS = 100

/**
 * One line an event, with a stack below it where there is one; everything below the level is dropped, and so are errors that
 * say again what was just said.
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
 * Answers how many errors like this one were not written since the last that was; null for one that need not be either.
 * While the database is away every request fails in the same way, and whoever asks could fill the disk.
 */
function countRepeats(now: () => number): (details: string) => number | null {
  const known = new Map<string, { until: number; left: number }>()
  return (details) => {
    const before = known.get(details)
    if (before && now() < before.until) {
      before.left += 1
      return null
    }
    known.delete(details)
    known.set(details, { until: now() + REPEAT_MS, left: 0 })
    if (known.size > MAX_KNOWN_ERRORS) known.delete(known.keys().next().value ?? '')
    return before?.left ?? 0
  }
}

/** Every line after the first is indented, so that none which an error quotes can pass for one of the log. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.stack || String(error) : asText(error)
  const [first = '', ...rest] = text.split('\n').map(escapeInvisible)
  return [first, ...rest.map((line) => (line.startsWith('    ') ? line : `    ${line}`))].join('\n')
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value)
}

/** A terminal obeys control characters, and shows text behind a direction mark in another order. */
function escapeInvisible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
  })
}
