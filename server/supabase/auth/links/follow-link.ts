import type { Session, Sql } from '#server/platform/database/connection.ts'
import { AuthError } from '#server/supabase/auth/auth-error.ts'
import { acceptInvitation } from '#server/supabase/auth/links/invitations.ts'
import { LINK_MINUTES, type LinkType, redeemLink } from '#server/supabase/auth/links/one-time-tokens.ts'
import {
  type Device,
  getSignedIn,
  type SignedIn,
  type SignInMethod,
  startSession,
} from '#server/supabase/auth/sessions/sessions.ts'
import { isBanned } from '#server/supabase/auth/users.ts'

/** The sign-in method that the session records, because only some links may set a password. GoTrue writes `otp` for all of them. */
const METHODS: Record<LinkType | 'invite', SignInMethod> = {
  recovery: 'recovery',
  magiclink: 'otp',
  invite: 'invite',
}

/**
 * Starts a session for the token of a mailed link and uses the token up, in one transaction.
 * @throws AuthError, the same for every invalid token
 */
export function followLink(
  sql: Sql,
  { type, token, device }: { type: LinkType | 'invite'; token: string; device: Device },
): Promise<SignedIn & { refreshToken: string }> {
  return sql.transaction(async (transaction) => {
    const userId =
      type === 'invite'
        ? await acceptInvitation(transaction, token)
        : await redeemLink(transaction, { type, token })
    if (!userId) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
    const [user] = await transaction<{ banned_until: Date | null }[]>`
      update auth.users set last_sign_in_at = now(), updated_at = now(),
        email_confirmed_at = coalesce(email_confirmed_at, now())
      where id = ${userId} returning banned_until`
    if (!user || isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')

    const method = METHODS[type]
    const { sessionId, refreshToken } = await startSession(transaction, { userId, method, device })
    if (method !== 'otp') await allowPasswordReset(transaction, sessionId)
    return { refreshToken, ...(await getSignedIn(transaction, { userId, sessionId })) }
  })
}

/** Lets the session set a password once, for as long as the link was valid; later, a copied session must know the current one. */
async function allowPasswordReset(transaction: Session, sessionId: string): Promise<void> {
  await transaction`
    insert into auth.password_resets (session_id, expires_at)
    values (${sessionId}, clock_timestamp() + make_interval(mins => ${LINK_MINUTES}))`
}
