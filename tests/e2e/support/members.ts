import type { Browser } from '@playwright/test'
import type { Membership } from '#core/domain/role.ts'
import { connect } from '#server/platform/database/connection.ts'
import { createMember } from '#server/supabase/auth/accounts.ts'
import type { Publication } from './new-publication.ts'
import { signIn } from './sign-in.ts'
import type { Page } from './test.ts'
import { recordToasts } from './toasts.ts'

export interface NewMember extends Pick<Membership, 'role'>, Partial<Omit<Membership, 'role'>> {
  name: string
}

interface Account {
  id: string
  email: string
  password: string
}

/** Gives somebody a role. The address is made of the display name. */
export async function addMember(
  { databaseUrl }: Publication,
  { name, role, languages = [], permissions = [] }: NewMember,
): Promise<Account> {
  const account = { email: `${name.toLowerCase()}@example.org`, password: `the long password of ${name}` }
  const sql = connect(databaseUrl, { max: 1 })
  try {
    const id = await createMember(sql, { ...account, role, languages, permissions })
    await sql`update public.profiles set display_name = ${name} where user_id = ${id}`
    return { id, ...account }
  } finally {
    await sql.end()
  }
}

/** Opens a second browser, in which somebody with a role is signed in. */
export async function openAs(
  browser: Browser,
  publication: Publication,
  member: NewMember,
): Promise<{ desk: Page; id: string }> {
  const { id, ...account } = await addMember(publication, member)
  const desk = await (await browser.newContext({ baseURL: publication.url })).newPage()
  recordToasts(desk)
  await signIn(desk, account)
  return { desk, id }
}
