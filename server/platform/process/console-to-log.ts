import { formatWithOptions } from 'node:util'
import type { Log } from '#server/platform/log.ts'

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
