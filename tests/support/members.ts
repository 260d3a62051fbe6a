import type { Client } from '#core/data/client.ts'
import type { Permission, Role } from '#core/domain/role.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import type { TestApp } from './app.ts'

export interface Member {
  id: string
  client: Client
}

const PASSWORD = 'battery horse correct'

/** Adds somebody with a role, and signs them in. The address is made from the name. */
export async function addMember(
  app: TestApp,
  name: string,
  {
    role,
    languages = [],
    permissions = [],
  }: { role: Role; languages?: string[]; permissions?: Permission[] },
): Promise<Member> {
  const email = `${name.toLowerCase()}@example.org`
  const { sql } = app.database
  await createAdministrator(sql, email, PASSWORD)
  const [user] = await sql<[{ id: string }]>`select id from auth.users where email = ${email}`
  await sql`
    update public.user_roles set role = ${role}, languages = ${languages}::text[], permissions = ${permissions}::text[]
    where user_id = ${user.id}`
  await sql`update public.profiles set display_name = ${name} where user_id = ${user.id}`
  const client = app.anonymous()
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id: user.id, client }
}
