import type { Client } from '#core/data/client.ts'
import type { Membership } from '#core/domain/role.ts'
import { createMember, signInAs } from './accounts.ts'
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
  { role, languages = [], permissions = [] }: Pick<Membership, 'role'> & Partial<Membership>,
): Promise<Member> {
  const email = `${name.toLowerCase()}@example.org`
  const { sql } = app.database
  const id = await createMember(sql, { email, password: PASSWORD, role, languages, permissions })
  await sql`update public.profiles set display_name = ${name} where user_id = ${id}`
  return { id, client: (await signInAs(app.anonymous(), app, email)).client }
}
