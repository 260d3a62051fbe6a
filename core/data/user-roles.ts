import type { Client } from '#core/data/client.ts'

/** Whether a user is an administrator. Everyone can ask only about themselves; others count as none. */
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
