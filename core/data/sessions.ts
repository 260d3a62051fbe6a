import type { Client } from '#core/data/client.ts'
import type { AccountSession } from '#core/domain/account-session.ts'

/**
 * Where the signed-in user is signed in: this session first, then those used last. None for a session that has ended, or
 * that has not shown the second factor of its user.
 */
export async function listMySessions(client: Client): Promise<AccountSession[]> {
  const { data } = await client.rpc('list_my_sessions').throwOnError()
  return data
}
