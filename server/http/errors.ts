import { RequestError } from '@hono/node-server'
import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Log } from '#server/log.ts'

const SENTENCE = 'Something went wrong on our side. Please try again in a moment.'
const PLAIN_TEXT = { 'content-type': 'text/plain; charset=utf-8' }

/** The one place where a thrown error becomes an answer. The cause goes to the log; outside it is a plain sentence. */
export function answerErrors(log: Log): ErrorHandler {
  return (error, c) => {
    if (error instanceof HTTPException && error.status < 500) return error.getResponse()
    logFailure(log, c, error)
    // A new answer: the context may have headers already, such as the length of what could not be sent.
    if (/^\/(rest|auth|functions)\//.test(c.req.path)) {
      const body = { code: 'internal_error', details: null, hint: null, message: SENTENCE }
      return Response.json(body, { status: 500 })
    }
    return new Response(SENTENCE, { status: 500, headers: PLAIN_TEXT })
  }
}

/** Answers what never becomes a request of the app, such as one whose host is none. */
export function answerUnreadable(log: Log, headers: Record<string, string>): (error: unknown) => Response {
  const all = { ...headers, ...PLAIN_TEXT }
  return (error) => {
    if (error instanceof RequestError) {
      return new Response('The request is not valid.', { status: 400, headers: all })
    }
    log.error('A request failed', error)
    return new Response(SENTENCE, { status: 500, headers: all })
  }
}

/** The path is logged as it was sent: a path that is decoded may have lines of its own. */
export function logFailure(log: Log, c: Context, error: unknown): void {
  const request = `${c.req.method} ${new URL(c.req.url).pathname}`
  if (isCutOff(error)) log.debug(`${request}: the client went before its request was whole`)
  else log.error(request, error)
}

/** What Node has a body end with when its connection does; anybody can have that as often as they like. */
export function isCutOff(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  )
}
