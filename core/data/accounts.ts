import type { Client } from '#core/data/client.ts'
import type { AccountSession } from '#core/domain/account.ts'

/**
 * The sessions of the signed-in user: the present one first, then those used most recently. The list is empty for a session
 * that has ended, and for one without the second factor when its user has one.
 */
export async function listMySessions(client: Client): Promise<AccountSession[]> {
  const { data } = await client.rpc('list_my_sessions').throwOnError()
  return data
}

/** Whether a user is an administrator. It is false for all users but the signed-in one, who sees only their own roles. */
export async function isAdministrator(client: Client, userId: string): Promise<boolean> {
  const { data } = await client
    .from('user_roles')
    .select('role')
    .eq('user_id', userId)
    .eq('role', 'admin')
    .limit(1)
    .throwOnError()
  return data.length > 0
}
