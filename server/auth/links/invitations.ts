import { findOrCreateUser } from '#server/auth/accounts.ts'
import { linkTokenHash, newLinkToken } from '#server/auth/links/link-token.ts'
import { spendAllLinks } from '#server/auth/links/one-time-tokens.ts'
import type { Session } from '#server/database/connection.ts'

/** Nobody waits at the mailbox for an invitation. */
export const INVITATION_HOURS = 72

/**
 * Makes the token for the mail of an invitation; an earlier one of it ends.
 * @returns null when it was withdrawn, replaced or accepted, or when whoever invited is no administrator any more
 */
export async function issueInvitation(
  sql: Session,
  invitationId: string,
): Promise<{ token: string; email: string; invitedBy: string } | null> {
  const token = newLinkToken()
  const [issued] = await sql<{ email: string; invited_by: string }[]>`
    update private.administrator_invitations i set token_hash = ${linkTokenHash(token)},
      expires_at = clock_timestamp() + make_interval(hours => ${INVITATION_HOURS})
    where i.id = ${invitationId} and i.expires_at > clock_timestamp() and private.can_administrate(i.invited_by)
    returning i.email, (select u.email from auth.users u where u.id = i.invited_by) as invited_by`
  return issued ? { token, email: issued.email, invitedBy: issued.invited_by } : null
}

/** The mail was not taken: nobody has the token. The invitation stays, for the next try. */
export async function withdrawInvitationToken(sql: Session, token: string): Promise<void> {
  await sql`
    update private.administrator_invitations set token_hash = null where token_hash = ${linkTokenHash(token)}`
}

/**
 * Spends the token of an invitation, in a transaction: from now on there is a user with the address, who is an administrator.
 * Of a user of before neither the password nor a session stays, nor a link: whoever has one of them was not invited.
 * @returns whose it is; null when it is wrong, used, withdrawn, replaced or late, or the address is an administrator's already
 */
export async function acceptInvitation(transaction: Session, token: string): Promise<string | null> {
  const [invitation] = await transaction<{ email: string }[]>`
    delete from private.administrator_invitations
    where token_hash = ${linkTokenHash(token)} and expires_at > clock_timestamp()
      and private.can_administrate(invited_by)
    returning email`
  if (!invitation) return null
  const userId = await findOrCreateUser(transaction, invitation.email, null)
  const [role] = await transaction`
    insert into public.user_roles (user_id, role) values (${userId}, 'admin')
    on conflict (user_id, role) do nothing returning user_id`
  if (!role) return null
  // The row of the user first, as everywhere: a sign-in that has checked the password waits here, and finds another one.
  await transaction`update auth.users set encrypted_password = null, updated_at = now() where id = ${userId}`
  await transaction`delete from auth.sessions where user_id = ${userId}`
  await spendAllLinks(transaction, userId)
  return userId
}
