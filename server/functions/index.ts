import { Hono } from 'hono'
import { type FunctionDeps, refuse } from '#server/functions/call.ts'
import {
  type FunctionEntry,
  type FunctionEnv,
  mountFunction,
  refuseUnknown,
} from '#server/functions/mount-function.ts'
import { FUNCTIONS } from '#server/functions/table.ts'
import { logRequestError } from '#server/http/errors.ts'
import { isFromOtherSite } from '#server/http/is-from-other-site.ts'

/** Everything under /functions/v1. A response that is not a success is `{ error }`, one sentence for a person. */
export function createFunctions(deps: FunctionDeps): Hono<FunctionEnv> {
  const functions = new Hono<FunctionEnv>()
  functions.onError((error, c) => {
    logRequestError(deps.log, c, error)
    return refuse(500, 'Something went wrong on our side. Please try again in a moment.')
  })
  functions.use(async (c, next) => {
    if (c.req.method === 'POST' && isFromOtherSite(c.req.raw.headers))
      return refuse(403, 'This request was sent from another site.')
    const caller = await deps.identify(c.req.raw.headers)
    if (caller.kind === 'refused') return refuseUnknown(caller.reason)
    c.set('caller', caller)
    return next()
  })
  for (const [name, entry] of Object.entries<FunctionEntry>(FUNCTIONS))
    functions.all(`/${name}`, mountFunction(entry, deps))
  functions.all('*', () => refuse(404, 'There is no such function.'))
  return functions
}
