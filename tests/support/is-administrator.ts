import type { Client } from '#core/data/client.ts'

/** Returns true if a client reads that its user is an administrator, which needs a session that has not ended. */
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
