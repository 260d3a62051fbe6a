import { createMiddleware } from 'hono/factory'
import { loggedPath } from '#server/platform/http/logged-path.ts'
import type { Log } from '#server/platform/log.ts'

/**
 * Logs method, path, status and milliseconds of each request at level debug. The path is logged undecoded, because a decoded path may
 * contain line breaks.
 */
export function requestLog(log: Log) {
  return createMiddleware(async (c, next) => {
    const started = performance.now()
    await next()
    const path = loggedPath(new URL(c.req.url).pathname)
    log.debug(`${c.req.method} ${path} ${c.res.status} ${(performance.now() - started).toFixed(1)} ms`)
  })
}
