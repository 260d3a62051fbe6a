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
