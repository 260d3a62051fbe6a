import { connect } from '#server/platform/database/connection.ts'
import { createMember } from '#server/supabase/auth/accounts.ts'
import type { Membership } from '#core/domain/role.ts'
import { DESK_ADMIN } from './desk.ts'
import type { Publication } from './new-publication.ts'

export interface Account {
  email: string
  password: string
}

/** Gives somebody a role, or another one. The address is made of the display name. */
export async function addMember(
  { databaseUrl }: Publication,
  { name, role, languages = [], permissions = [] }: Partial<Membership> & Pick<Membership, 'role'> & { name: string },
): Promise<Account> {
  const account = { email: `${name.toLowerCase()}@example.org`, password: DESK_ADMIN.password }
  const sql = connect(databaseUrl, { max: 1 })
  try {
    await createMember(sql, { ...account, role, languages, permissions })
    await sql`
      update public.profiles set display_name = ${name}
      where user_id = (select id from auth.users where email = ${account.email})`
  } finally {
    await sql.end()
  }
  return account
}
