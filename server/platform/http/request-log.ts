import { createMiddleware } from 'hono/factory'
import type { Log } from '#server/platform/log.ts'

const WARNING_INTERVAL_MS = 10_000

/**
 * Logs method, path, status and milliseconds of each request at level debug. Query strings are left out, because they may hold
 * tokens. The path is logged undecoded, because a decoded path may contain line breaks.
 */
export function requestLog(log: Log) {
  return createMiddleware(async (c, next) => {
    const started = performance.now()
    await next()
    const { pathname } = new URL(c.req.url)
    log.debug(`${c.req.method} ${pathname} ${c.res.status} ${(performance.now() - started).toFixed(1)} ms`)
  })
}

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
