import { createMiddleware } from 'hono/factory'
import type { Log } from '#server/platform/log.ts'

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
