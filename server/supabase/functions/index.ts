import { Hono } from 'hono'
import { logRequestError } from '#server/platform/http/errors.ts'
import { isFromOtherSite } from '#server/platform/http/is-from-other-site.ts'
import { refuse } from '#server/supabase/functions/call.ts'
import {
  type FunctionEntry,
  type FunctionEnv,
  type MountDeps,
  mountFunction,
  refuseUnknown,
} from '#server/supabase/functions/mount-function.ts'

/** Everything under /functions/v1, by name. A response that is not a success is `{ error }`, one sentence for a person. */
export function createFunctions<Deps extends MountDeps>(
  table: Record<string, FunctionEntry<Deps>>,
  deps: Deps,
): Hono<FunctionEnv> {
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
  for (const [name, entry] of Object.entries(table)) functions.all(`/${name}`, mountFunction(entry, deps))
  functions.all('*', () => refuse(404, 'There is no such function.'))
  return functions
}
