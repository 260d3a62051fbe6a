import type { AuthContext, EndpointDeps } from '#server/supabase/auth/endpoints/endpoint.ts'
import { ACCESS_TOKEN_SECONDS } from '#server/supabase/auth/sessions/access-token.ts'
import type { SignedIn } from '#server/supabase/auth/sessions/sessions.ts'
import { userJson } from '#server/supabase/auth/users.ts'

/** Responds with a session in the form that the official client stores. */
export async function sessionResponse(
  c: AuthContext,
  { signAccessToken }: Pick<EndpointDeps, 'signAccessToken'>,
  { user, session, refreshToken }: SignedIn & { refreshToken: string },
): Promise<Response> {
  const { token, expiresAt } = await signAccessToken(user, session)
  return c.json({
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userJson(user),
  })
}
