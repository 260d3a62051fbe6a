import { createMiddleware } from 'hono/factory'
import type { Log } from '#server/log.ts'

/** Method, path, status and milliseconds of each request, at level debug. Query strings may hold tokens: left out. */
export function requestLog(log: Log) {
  return createMiddleware(async (c, next) => {
    const started = performance.now()
    await next()
    log.debug(`${c.req.method} ${c.req.path} ${c.res.status} ${(performance.now() - started).toFixed(1)} ms`)
  })
}
