import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'

/** An administrator, or an invited person, for whom there is no user yet. */
export type Administrator = Database['public']['Functions']['list_administrators']['Returns'][number]

export type InviteOutcome =
  | 'invited'
  | 'invalid_email'
  | 'already_administrator'
  | 'too_many'
  /** The session has ended, or its user is not an administrator. */
  | 'not_allowed'
  | 'failed'

export type RemoveOutcome = 'removed' | 'not_found' | 'last_administrator'

/** What the status of the function's response means. */
const OUTCOMES_BY_STATUS = new Map<number, InviteOutcome>([
  [400, 'invalid_email'],
  [401, 'not_allowed'],
  [403, 'not_allowed'],
  [409, 'already_administrator'],
  [429, 'too_many'],
])
/** The database refuses to remove the last administrator with the SQLSTATE restrict_violation. */
const LAST_ADMINISTRATOR = '23001'

/** Administrators first, then invited people, both sorted by address. */
export async function listAdministrators(client: Client): Promise<Administrator[]> {
  const { data } = await client.rpc('list_administrators').throwOnError()
  return data
}

/** Sends an invitation by mail. It replaces an earlier invitation of the same address. `mailId` is set where the mail stays in the outbox. */
export async function inviteAdministrator(
  client: Client,
  email: string,
): Promise<{ outcome: InviteOutcome; mailId: string | null }> {
  const { data, error } = await client.functions.invoke<{ mailId?: string }>('invite-administrator', {
    body: { email },
  })
  if (!error) return { outcome: 'invited', mailId: data?.mailId ?? null }
  const isKnown = error instanceof FunctionsHttpError
  const outcome = (isKnown && OUTCOMES_BY_STATUS.get(error.context.status)) || 'failed'
  return { outcome, mailId: null }
}

/** Withdraws the invitation of an address; false when there was none. */
export async function withdrawInvitation(client: Client, email: string): Promise<boolean> {
  const { data } = await client.rpc('withdraw_invitation', { p_email: email }).throwOnError()
  return data.withdrawn
}

/** @throws when the caller is not allowed to, or the request failed */
export async function removeAdministrator(client: Client, userId: string): Promise<RemoveOutcome> {
  const { data, error } = await client.rpc('remove_administrator', { p_user_id: userId })
  if (error?.code === LAST_ADMINISTRATOR) return 'last_administrator'
  if (error) throw error
  return data.removed ? 'removed' : 'not_found'
}
