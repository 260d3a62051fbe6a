import * as z from 'zod'
import { AuthError } from '#server/auth/auth-error.ts'
import type { Endpoint } from '#server/auth/endpoints/endpoint.ts'
import { endSessions, LOGOUT_SCOPES } from '#server/auth/sessions/sessions.ts'
import { requireSignedIn } from '#server/auth/signed-in-caller.ts'

const logoutScope = z.enum(LOGOUT_SCOPES)

/** `POST /logout?scope=local|global|others` */
export const logout: Endpoint = {
  limit: 'auth',
  needsApiKey: false,
  async handle(c, deps) {
    const scope = logoutScope.safeParse(c.req.query('scope') || 'local')
    if (!scope.success) throw new AuthError(400, 'validation_failed', 'Unsupported logout scope')
    const { user, session } = await requireSignedIn(deps, c)
    await deps.sql.transaction(async (transaction) => {
      // Locked, because other requests may end several sessions of this user at the same time.
      await transaction`select from auth.users where id = ${user.id} for no key update`
      // Otherwise somebody who knows only the password could sign the owner out again and again.
      const endsAal2 = session.aal === 'aal2'
      await endSessions(transaction, {
        userId: user.id,
        sessionId: session.id,
        scope: scope.data,
        endsAal2,
      })
    })
    return c.body(null, 204)
  },
}
