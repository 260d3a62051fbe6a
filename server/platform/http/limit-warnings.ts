import type { Log } from '#server/platform/log.ts'

const WARNING_INTERVAL_MS = 10_000

/**
 * Logs at most one warning in ten seconds, and the others at level debug. While the database is unreachable every request fails
 * the same way, and a warning for each would flood the log.
 */
export function limitWarnings(log: Log): (message: string) => void {
  let nextWarningAt = 0
  return (message) => {
    if (Date.now() < nextWarningAt) return log.debug(message)
    nextWarningAt = Date.now() + WARNING_INTERVAL_MS
    log.warn(message)
  }
}
