import * as z from 'zod'
import { AuthError } from '#server/auth/auth-error.ts'
import type { Endpoint, EndpointDeps } from '#server/auth/endpoints/endpoint.ts'
import { endSessions, LOGOUT_SCOPES } from '#server/auth/sessions/sessions.ts'
import { requireSignedIn } from '#server/auth/signed-in-caller.ts'

const logoutScope = z.enum(LOGOUT_SCOPES)

/** `POST /logout?scope=local|global|others` */
export function createLogout(deps: EndpointDeps): Endpoint {
  return async (c) => {
    const scope = logoutScope.safeParse(c.req.query('scope') || 'local')
    if (!scope.success) throw new AuthError(400, 'validation_failed', 'Unsupported logout scope')
    const { user, session } = await requireSignedIn(deps, c)
    await deps.sql.transaction(async (transaction) => {
      // What ends several sessions of a user takes turns.
      await transaction`select from auth.users where id = ${user.id} for no key update`
      // With nothing but the password somebody could else sign its owner out all the time.
      const endsProven = session.aal === 'aal2'
      await endSessions(transaction, {
        userId: user.id,
        sessionId: session.id,
        scope: scope.data,
        endsProven,
      })
    })
    return c.body(null, 204)
  }
}
