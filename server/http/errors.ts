import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Log } from '#server/log.ts'

/** The one place where a thrown error becomes an answer. The cause goes to the log; outside it is a plain sentence. */
export function answerErrors(log: Log): ErrorHandler {
  return (error, c) => {
    if (error instanceof HTTPException && error.status < 500) return error.getResponse()
    // As it was sent: a path that is decoded may have lines of its own.
    log.error(`${c.req.method} ${new URL(c.req.url).pathname}`, error)
    const message = 'Something went wrong on our side. Please try again in a moment.'
    if (/^\/(rest|auth|functions)\//.test(c.req.path)) {
      return c.json({ code: 'internal_error', details: null, hint: null, message }, 500)
    }
    return c.text(message, 500)
  }
}
