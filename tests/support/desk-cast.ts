import type { Client } from '#core/data/client.ts'
import type { Role } from '#core/domain/role.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import type { TestApp } from './app.ts'

interface Member {
  role: Role
  languages?: string[]
  permissions?: string[]
}

export interface SignedInMember {
  id: string
  email: string
  client: Client
}

/** Signs somebody in who has a role. */
export async function signInMember(app: TestApp, name: string, member: Member): Promise<SignedInMember> {
  const { sql } = app.database
  const login = { email: `${name}@example.org`, password: `the long password of ${name}` }
  await createAdministrator(sql, login.email, login.password)
  const { languages = [], permissions = [] } = member
  const [{ id }] = await sql<[{ id: string }]>`
    update public.user_roles set role = ${member.role}, languages = ${languages}, permissions = ${permissions}
    where user_id = (select id from auth.users where email = ${login.email}) returning user_id as id`
  const client = app.anonymous()
  const { error } = await client.auth.signInWithPassword(login)
  if (error) throw error
  return { id, email: login.email, client }
}
