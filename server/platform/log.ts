import { formatWithOptions } from 'node:util'
import { isDiskFailure } from '#server/platform/faults/describe-failure.ts'
import { isReportedFault, reportFault } from '#server/platform/faults/faults.ts'
import { describeThrown, jsonLine, type LogEvent, textLine } from '#server/platform/log-line.ts'
import { noteError } from '#server/platform/report.ts'
import { currentRequestId } from '#server/platform/request-id.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LEVELS)[number]

export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  /** The error's stack goes to the log and nowhere else. An error that was reported as a fault has its line already, and is written at debug. */
  error(message: string, error?: unknown): void
}

interface LogOptions {
  now?: () => number
  format?: (event: LogEvent) => string
  /** The name of this process, if there are several. */
  name?: string
}

/** For this long after an error is written, equal ones are only counted. */
const REPEAT_MS = 60_000
const MAX_KNOWN_ERRORS = 100

/**
 * A log on stderr, one line per event: text at a terminal, JSON elsewhere. Events below the level are skipped, and so are errors equal
 * to one that was just written. Addresses of people, keys and tokens are masked.
 */
export function createLog(
  level: LogLevel,
  {
    now = () => performance.now(),
    format = process.stderr.isTTY ? textLine : jsonLine,
    name,
  }: LogOptions = {},
): Log {
  const repeats = countRepeats(now)
  const write = (at: LogLevel, message: string, details?: string) => {
    if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return
    const event = { at: new Date(), level: at, message, requestId: currentRequestId(), process: name }
    process.stderr.write(format(details === undefined ? event : { ...event, details }))
  }
  return {
    debug: (message) => write('debug', message),
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error(message, error) {
      const details = error === undefined ? undefined : describeThrown(error)
      if (isDiskFailure(error) && !isReportedFault(error)) reportFault('disk', error)
      if (isReportedFault(error)) return write('debug', message, details)
      noteError(message, details)
      if (details === undefined) return write('error', message)
      const before = repeats(details)
      if (before === null) return
      const more = before > 0 ? ` (and ${before} more like it since the last one)` : ''
      write('error', message + more, details)
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

/**
 * Sends what libraries print through the log, which escapes control characters: libraries quote what clients send. To be called
 * before any module is loaded that stores a reference to the console's functions.
 */
export function redirectConsoleToLog(log: Log): void {
  console.error = (...values: unknown[]) => {
    const error = values.find((value) => value instanceof Error)
    const text = inOneLine(values.filter((value) => value !== error))
    log.error(text || 'Unexpected error', error)
  }
  console.warn = (...values: unknown[]) => log.warn(inOneLine(values))
  console.info = (...values: unknown[]) => log.info(inOneLine(values))
}

function inOneLine(values: unknown[]): string {
  return formatWithOptions({ breakLength: Number.POSITIVE_INFINITY, colors: false }, ...values)
}
