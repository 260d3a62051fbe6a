import { createMiddleware } from 'hono/factory'
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

/** The addresses whose path is a secret, up to it, in whatever spelling. */
const WITH_SECRET =
  /^(\/+(?:c|%63)(?:a|%61)(?:l|%6c)(?:e|%65)(?:n|%6e)(?:d|%64)(?:a|%61)(?:r|%72)(?:\/|%2f)+).*/i

/** The path of a request as logs have it: undecoded, without a query string, which may hold tokens, and without secrets of its own. */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] ?? '').replace(WITH_SECRET, '$1…')
}
