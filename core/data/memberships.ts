import type { Client } from '#core/data/client.ts'
import type { MyMembership } from '#core/domain/role.ts'

/** What the signed-in user may do at the desk; null for a user without a role. */
export async function findMyMembership(client: Client, userId: string): Promise<MyMembership | null> {
  const { data } = await client
    .from('user_roles')
    .select('user_id, role, languages, permissions')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  if (!data) return null
  return { ...data, name: '', needs_factor: false }
}
