import type { Membership } from '#core/domain/role.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { findOrCreateUser, forgetPrinted } from '#server/supabase/auth/accounts.ts'
import { revokeLinks } from '#server/supabase/auth/links/one-time-tokens.ts'
import { hashToken, newToken } from '#server/supabase/auth/tokens.ts'

/** Long, because the recipient of an invitation does not expect the mail. */
export const INVITATION_HOURS = 72

/**
 * Creates the token for the mail of an invitation; an earlier token of it stops working.
 * @returns null when it was withdrawn, replaced or accepted, or when the inviting user is no longer an administrator
 */
export async function issueInvitation(
  sql: Session,
  invitationId: string,
): Promise<{
  token: string
  email: string
  language: Language
  invitedBy: string
  invitedTo: Membership
} | null> {
  const token = newToken()
  const [issued] = await sql<(Membership & { email: string; language: Language; invitedBy: string })[]>`
    update private.invitations i set token_hash = ${hashToken(token)},
      expires_at = clock_timestamp() + make_interval(hours => ${INVITATION_HOURS})
    where i.id = ${invitationId} and i.expires_at > clock_timestamp() and private.can_administrate(i.invited_by)
    returning i.email, i.language, private.name_of_person(i.invited_by) as "invitedBy", i.role, i.languages, i.permissions`
  if (!issued) return null
  const { email, language, invitedBy, ...invitedTo } = issued
  return { token, email, language, invitedBy, invitedTo }
}

/** Removes the token of a mail that was not sent. The invitation itself stays, for the next attempt. */
export async function withdrawInvitationToken(sql: Session, token: string): Promise<void> {
  await sql`
    update private.invitations set token_hash = null where token_hash = ${hashToken(token)}`
}

/**
 * Uses up the token of an invitation, in a transaction: its address gets a user with the role that the invitation has now. An existing user
 * loses password, sessions and links, because only the reader of the mail was invited, not a client that has one of these.
 * @returns the user's id; null when the token is wrong, used, withdrawn, replaced or expired, or the user has a role already
 */
export async function acceptInvitation(transaction: Session, token: string): Promise<string | null> {
  const [invitation] = await transaction<(Membership & { email: string; language: Language })[]>`
    delete from private.invitations
    where token_hash = ${hashToken(token)} and expires_at > clock_timestamp()
      and private.can_administrate(invited_by)
    returning email, language, role, languages, permissions`
  if (!invitation) return null
  const userId = await findOrCreateUser(transaction, invitation.email, null)
  // Somebody who comes back keeps their own profile.
  await transaction`
    insert into public.profiles (user_id, language) values (${userId}, ${invitation.language}) on conflict do nothing`
  await transaction`select set_config('audit.actor', ${userId}, true)`
  const [role] = await transaction`
    insert into public.user_roles (user_id, role, languages, permissions)
    values (${userId}, ${invitation.role}, ${invitation.languages}, ${invitation.permissions})
    on conflict (user_id) do nothing returning user_id`
  if (!role) return null
  // The user's row is locked first, as everywhere: a concurrent sign-in waits for it and then finds the password changed.
  await transaction`update auth.users set encrypted_password = null, updated_at = now() where id = ${userId}`
  await forgetPrinted(transaction, userId)
  await transaction`delete from auth.sessions where user_id = ${userId}`
  await revokeLinks(transaction, userId)
  return userId
}
