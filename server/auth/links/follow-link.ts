import { AuthError } from '#server/auth/auth-error.ts'
import { acceptInvitation } from '#server/auth/links/invitations.ts'
import { LINK_MINUTES, type LinkType, spendLink } from '#server/auth/links/one-time-tokens.ts'
import {
  type Device,
  getSignedIn,
  type SignedIn,
  type SignInMethod,
  startSession,
} from '#server/auth/sessions/sessions.ts'
import { isBanned } from '#server/auth/users.ts'
import type { Session, Sql } from '#server/database/connection.ts'

/** Told apart in the session, because only some of them may set a password. GoTrue calls every one of them `otp`. */
const METHODS: Record<LinkType | 'invite', SignInMethod> = {
  recovery: 'recovery',
  magiclink: 'otp',
  invite: 'invite',
}

/**
 * Starts a session for whoever comes with the token of a mailed link, and spends it; all of it or nothing.
 * @throws AuthError, the same for every token that leads nowhere
 */
export function followLink(
  sql: Sql,
  { type, token, device }: { type: LinkType | 'invite'; token: string; device: Device },
): Promise<SignedIn & { refreshToken: string }> {
  return sql.transaction(async (transaction) => {
    const userId =
      type === 'invite'
        ? await acceptInvitation(transaction, token)
        : await spendLink(transaction, { type, token })
    if (!userId) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
    const [user] = await transaction<{ banned_until: Date | null }[]>`
      update auth.users set last_sign_in_at = now(), updated_at = now(),
        email_confirmed_at = coalesce(email_confirmed_at, now())
      where id = ${userId} returning banned_until`
    if (!user || isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')

    const method = METHODS[type]
    const { sessionId, refreshToken } = await startSession(transaction, { userId, method, device })
    if (method !== 'otp') await letSetPassword(transaction, sessionId)
    return { refreshToken, ...(await getSignedIn(transaction, { userId, sessionId })) }
  })
}

/** Once, and as long as the link itself was good: a copy of the session is no way around the present password later on. */
async function letSetPassword(transaction: Session, sessionId: string): Promise<void> {
  await transaction`
    insert into auth.password_resets (session_id, expires_at)
    values (${sessionId}, clock_timestamp() + make_interval(mins => ${LINK_MINUTES}))`
}
