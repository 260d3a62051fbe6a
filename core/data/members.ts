import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import type { Invitation, Membership, MyMembership, Role } from '#core/domain/role.ts'

/** Somebody who has a role, or an invited person, for whom there is no user yet. */
export type Member = Database['public']['Functions']['list_members']['Returns'][number]

export type InviteOutcome =
  | 'invited'
  /** The address or the role. */
  | 'invalid'
  | 'already_member'
  | 'too_many'
  /** The session has ended, or its user is not an administrator. */
  | 'not_allowed'
  | 'failed'

/** The outcome of a change or a removal; `articles`: the number of articles that somebody has to take over first. */
export type MemberOutcome =
  | { outcome: 'done' | 'nothing' | 'last_administrator' }
  | { outcome: 'needs_heir'; articles: number }

/** The outcomes by the status of the function's response. */
const OUTCOMES_BY_STATUS = new Map<number, InviteOutcome>([
  [400, 'invalid'],
  [401, 'not_allowed'],
  [403, 'not_allowed'],
  [409, 'already_member'],
  [429, 'too_many'],
])
/** With these SQLSTATEs the database refuses to remove the last administrator (restrict_violation), and somebody who has articles. */
const LAST_ADMINISTRATOR = '23001'
const NEEDS_HEIR = '23503'

/** People with a role first, then invited ones, both sorted by name. */
export async function listMembers(client: Client): Promise<Member[]> {
  const { data } = await client.rpc('list_members').throwOnError()
  return data
}

/** The membership of the signed-in user, also before a second factor was shown; null without a role. */
export async function findMyMembership(client: Client): Promise<MyMembership | null> {
  const { data } = await client.rpc('find_my_membership').throwOnError()
  return data
}

/**
 * Sends an invitation by mail. It replaces an earlier invitation of the same address, of which it keeps the language if it names none.
 * `mailId` is set if the mail is stored in the outbox.
 */
export async function inviteMember(
  client: Client,
  invitation: Invitation,
): Promise<{ outcome: InviteOutcome; mailId: string | null }> {
  const { data, error } = await client.functions.invoke<{ mailId?: string }>('invite-member', {
    body: invitation,
  })
  if (!error) return { outcome: 'invited', mailId: data?.mailId ?? null }
  const isKnown = error instanceof FunctionsHttpError
  const outcome = (isKnown && OUTCOMES_BY_STATUS.get(error.context.status)) || 'failed'
  return { outcome, mailId: null }
}

/**
 * Changes the future membership of an invited person; the mailed link stays valid. False when there is no such invitation, or nothing was
 * different.
 */
export async function changeInvitation(
  client: Client,
  { email, role, languages, permissions }: Membership & { email: string },
): Promise<boolean> {
  const { data } = await client
    .rpc('change_invitation', {
      p_email: email,
      p_role: role,
      p_languages: languages,
      p_permissions: permissions,
    })
    .throwOnError()
  return data.changed
}

/** Withdraws the invitation of an address; false when there was none. */
export async function withdrawInvitation(client: Client, email: string): Promise<boolean> {
  const { data } = await client.rpc('withdraw_invitation', { p_email: email }).throwOnError()
  return data.withdrawn
}

/**
 * Gives a member another role, languages or permissions. `heir` takes over the articles of a person who becomes a translator or a
 * newsletter editor.
 * @throws when the caller is not allowed to, the role cannot be, or the request failed
 */
export async function changeMember(
  client: Client,
  { userId, role, languages, permissions, heir }: Membership & { userId: string; heir?: string },
): Promise<MemberOutcome> {
  const { data, error } = await client.rpc('change_member', {
    p_user_id: userId,
    p_role: role,
    p_languages: languages,
    p_permissions: permissions,
    ...(heir && { p_heir: heir }),
  })
  return error ? outcomeOf(error) : { outcome: data.changed ? 'done' : 'nothing' }
}

/**
 * Removes somebody from the desk. `heir` takes over the articles.
 * @throws when the caller is not allowed to, or the request failed
 */
export async function removeMember(
  client: Client,
  { userId, heir }: { userId: string; heir?: string },
): Promise<MemberOutcome> {
  const { data, error } = await client.rpc('remove_member', {
    p_user_id: userId,
    ...(heir && { p_heir: heir }),
  })
  return error ? outcomeOf(error) : { outcome: data.removed ? 'done' : 'nothing' }
}

/** The roles whose people must show a second factor. */
export async function listSecondFactorRoles(client: Client): Promise<Role[]> {
  const { data } = await client.rpc('list_second_factor_roles').throwOnError()
  return data
}

/** @throws P0001 with a sentence when administrators shall need one and the caller has not shown any */
export async function setSecondFactorRoles(client: Client, roles: Role[]): Promise<void> {
  await client.rpc('set_second_factor_roles', { p_roles: roles }).throwOnError()
}

function outcomeOf(error: { code: string; details: string }): MemberOutcome {
  if (error.code === LAST_ADMINISTRATOR) return { outcome: 'last_administrator' }
  if (error.code === NEEDS_HEIR) return { outcome: 'needs_heir', articles: Number(error.details) }
  throw error
}
