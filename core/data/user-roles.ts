import type { Client } from '#core/data/client.ts'

/** Whether a user is an administrator. It is false for everybody except the signed-in user, who sees only their own roles. */
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
