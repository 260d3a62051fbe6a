import * as z from 'zod'
import { insufficientAal, tooManyRequests } from '#server/supabase/auth/auth-error.ts'
import { changePassword } from '#server/supabase/auth/change-password.ts'
import { signedInEndpoint } from '#server/supabase/auth/endpoints/endpoint.ts'
import { hasVerifiedFactor } from '#server/supabase/auth/factors/factors.ts'
import { readBody } from '#server/supabase/auth/read-body.ts'
import { getSignedIn } from '#server/supabase/auth/sessions/sessions.ts'
import { userJson } from '#server/supabase/auth/users.ts'

const updateUserBody = z.strictObject(
  {
    password: z.string(),
    current_password: z.string().optional(),
    // The official client sends these as null when PKCE is not used.
    code_challenge: z.null().optional(),
    code_challenge_method: z.null().optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? 'Only the password can be changed' : undefined) },
)

/** `GET /user` */
export const showUser = signedInEndpoint('auth', async ({ user }, c) => {
  return c.json(userJson(user))
})

/** `PUT /user`: changes the password. */
export const updateUser = signedInEndpoint('auth', async ({ user, session }, c, deps) => {
  const { password, current_password: current } = await readBody(c, updateUserBody)
  if (hasVerifiedFactor(user) && session.aal !== 'aal2') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.'
    throw insufficientAal(401, message)
  }
  const wait = await deps.limits.take('password-change', user.id)
  if (wait > 0) throw tooManyRequests(wait)
  await changePassword(deps, { user, sessionId: session.id, current, password })
  const changed = await getSignedIn(deps.sql, { userId: user.id, sessionId: session.id })
  return c.json(userJson(changed.user))
})
