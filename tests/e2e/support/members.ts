import type { Browser } from '@playwright/test'
import type { Role } from '#core/domain/role.ts'
import { connect } from '#server/platform/database/connection.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import type { Publication } from './new-publication.ts'
import { signIn } from './sign-in.ts'
import type { Page } from './test.ts'
import { recordToasts } from './toasts.ts'

interface Member {
  name: string
  role: Role
  languages?: string[]
}

/** A second browser, in which somebody is signed in who has a role. */
export async function openAs(
  browser: Browser,
  { url, databaseUrl }: Publication,
  { name, role, languages = [] }: Member,
): Promise<{ desk: Page; id: string }> {
  const account = { email: `${name.toLowerCase()}@example.org`, password: `the long password of ${name}` }
  const sql = connect(databaseUrl, { max: 1 })
  await createAdministrator(sql, account.email, account.password)
  const [row] = await sql<{ id: string }[]>`
    update public.user_roles set role = ${role}, languages = ${languages}
    where user_id = (select id from auth.users where email = ${account.email}) returning user_id as id`
  await sql`update public.profiles set display_name = ${name} where user_id = ${row?.id ?? ''}`
  await sql.end()
  const desk = await (await browser.newContext({ baseURL: url })).newPage()
  recordToasts(desk)
  await signIn(desk, account)
  return { desk, id: row?.id ?? '' }
}
