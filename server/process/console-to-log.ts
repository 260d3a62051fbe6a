import { formatWithOptions } from 'node:util'
import type { Log } from '#server/log.ts'

/**
 * What libraries print goes through the log, for they quote what strangers send as it came. To be called before a module
 * is loaded that keeps the console's functions.
 */
export function sendConsoleToLog(log: Log): void {
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
