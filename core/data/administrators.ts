import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.types.ts'

/** Somebody who is an administrator, or is invited: then there is no user yet. */
export type Administrator = Database['public']['Functions']['list_administrators']['Returns'][number]

export type InviteOutcome =
  | 'invited'
  | 'invalid_email'
  | 'already_administrator'
  | 'too_many'
  /** The session has ended, or is no administrator's (any more). */
  | 'not_allowed'
  | 'failed'

export type RemoveOutcome = 'removed' | 'not_found' | 'last_administrator'

/** What an answer of the function tells by its status. */
const REFUSALS = new Map<number, InviteOutcome>([
  [400, 'invalid_email'],
  [401, 'not_allowed'],
  [403, 'not_allowed'],
  [409, 'already_administrator'],
  [429, 'too_many'],
])
/** restrict_violation */
const LAST_ADMINISTRATOR = '23001'

/** Administrators first, then who is invited, each by address. */
export async function listAdministrators(client: Client): Promise<Administrator[]> {
  const { data } = await client.rpc('list_administrators').throwOnError()
  return data
}

/** Has an invitation mailed, in place of an earlier one of the address. */
export async function inviteAdministrator(client: Client, email: string): Promise<InviteOutcome> {
  const { error } = await client.functions.invoke('invite-administrator', { body: { email } })
  if (!error) return 'invited'
  return (error instanceof FunctionsHttpError && REFUSALS.get(error.context.status)) || 'failed'
}

/** Whether an invitation of the address was there to be withdrawn. */
export async function withdrawInvitation(client: Client, email: string): Promise<boolean> {
  const { data } = await client.rpc('withdraw_invitation', { p_email: email }).throwOnError()
  return data.withdrawn
}

/** @throws when the caller may not, or the database could not be asked */
export async function removeAdministrator(client: Client, userId: string): Promise<RemoveOutcome> {
  const { data, error } = await client.rpc('remove_administrator', { p_user_id: userId })
  if (error?.code === LAST_ADMINISTRATOR) return 'last_administrator'
  if (error) throw error
  return data.removed ? 'removed' : 'not_found'
}
