import { RequestError } from '@hono/node-server'
import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isReportedFault } from '#server/platform/faults/faults.ts'
import { loggedPath } from '#server/platform/http/request-log.ts'
import type { Log } from '#server/platform/log.ts'

const SENTENCE = 'Something went wrong on our side. Please try again in a moment.'
/** Something unreachable is tried again within seconds. */
const RETRY_AFTER_SECONDS = 5
const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/**
 * Turns a thrown error into a response: 503 when something that the site needs is away, else 500. The cause is logged; the client sees
 * one plain sentence.
 */
export function createErrorHandler(log: Log): ErrorHandler {
  return (error, c) => {
    if (error instanceof HTTPException && error.status < 500) return error.getResponse()
    logRequestError(log, c, error)
    const isAway = isReportedFault(error)
    const status = isAway ? 503 : 500
    const headers = isAway ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {}
    // A new response, because the context may already hold headers of the failed one, such as its length.
    if (/^\/(rest|auth|functions)\//.test(c.req.path)) {
      const body = { code: 'internal_error', details: null, hint: null, message: SENTENCE }
      return Response.json(body, { status, headers })
    }
    return new Response(SENTENCE, { status, headers: { ...headers, ...PLAIN_TEXT } })
  }
}

/** Handles requests that never reach the app because they are malformed, for example by an invalid Host header. */
export function createInvalidRequestHandler(
  log: Log,
  headers: Record<string, string>,
): (error: unknown) => Response {
  const all = { ...headers, ...PLAIN_TEXT }
  return (error) => {
    if (error instanceof RequestError) {
      return new Response('The request is not valid.', { status: 400, headers: all })
    }
    log.error('A request failed', error)
    return new Response(SENTENCE, { status: 500, headers: all })
  }
}

/** The path is logged undecoded, because a decoded path may contain line breaks. */
export function logRequestError(log: Log, c: Context, error: unknown): void {
  const request = `${c.req.method} ${loggedPath(new URL(c.req.url).pathname)}`
  if (isClientAbort(error)) log.debug(`${request}: the client disconnected before its request was complete`)
  else log.error(request, error)
}

/** The error of a request body whose client disconnected. Any client can cause it, so it is not logged as an error. */
export function isClientAbort(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  )
}
