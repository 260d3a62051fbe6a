import { createMiddleware } from 'hono/factory'
import type { Log } from '#server/log.ts'

/**
 * Method, path, status and milliseconds of each request, at level debug. Query strings may hold tokens: left out. The
 * path is as it was sent: decoded it may have lines of its own.
 */
export function requestLog(log: Log) {
  return createMiddleware(async (c, next) => {
    const started = performance.now()
    await next()
    const { pathname } = new URL(c.req.url)
    log.debug(`${c.req.method} ${pathname} ${c.res.status} ${(performance.now() - started).toFixed(1)} ms`)
  })
}
