import { createClient } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import type { Membership } from '#core/domain/role.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createMember } from '#server/supabase/auth/accounts.ts'
import { publishableKey, signIn, signInAsEditor } from '../support/site.ts'

/** The secret key of the sites that are measured. */
export const SECRET_KEY = 'sb_secret_only_for_measuring_0000000000'

export interface Person {
  id: string
  name: string
  client: Client
}

const COLLEAGUES: Record<string, Membership> = {
  editor: { role: 'editor', languages: [], permissions: [] },
  author: { role: 'author', languages: [], permissions: [] },
  'translator of fr and de': { role: 'translator', languages: ['fr', 'de'], permissions: [] },
  newsletter: { role: 'newsletter', languages: [], permissions: [] },
}

/** The administrator of a site, signed in. */
export async function signInAdministrator(origin: string): Promise<Person> {
  return personOf(origin, 'admin', await signInAsEditor(origin))
}

/** Makes one person of every other role and signs them in. */
export async function addColleagues(origin: string, sql: Sql): Promise<Person[]> {
  const people: Person[] = []
  for (const [name, membership] of Object.entries(COLLEAGUES)) {
    const account = { email: `${membership.role}@desk.example.org`, password: 'only for measuring, and long' }
    await createMember(sql, { ...account, ...membership })
    people.push(await personOf(origin, name, await signIn(origin, account)))
  }
  return people
}

async function personOf(origin: string, name: string, token: string): Promise<Person> {
  const client = createClient<Database>(origin, await publishableKey(origin), {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: async () => token,
  })
  const { sub } = JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string }
  return { id: sub, name, client }
}
