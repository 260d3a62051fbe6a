import { randomUUID } from 'node:crypto'
import type { Client } from '#core/data/client.ts'
import type { Membership } from '#core/domain/role.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { createAdministrator, createMember, signInAs } from '../support/accounts.ts'
import type { TestApp } from '../support/app.ts'

/**
 * The callers: `reader` is a signed-in user without a role, `unproven` an administrator who has a second factor but has not shown it in
 * this session. The translators translate into German. The others are roles, some with what an administrator has allowed to them.
 */
export const PEOPLE = [
  'anon',
  'reader',
  'unproven',
  'admin',
  'editor',
  'editor with addresses',
  'author',
  'translator',
  'translator who publishes',
  'newsletter',
  'newsletter with addresses',
] as const
export type Person = (typeof PEOPLE)[number]
export type SignedIn = Exclude<Person, 'anon'>

const MEMBERSHIPS: Record<Exclude<SignedIn, 'reader' | 'unproven'>, Membership> = {
  admin: { role: 'admin', languages: [], permissions: [] },
  editor: { role: 'editor', languages: [], permissions: [] },
  'editor with addresses': { role: 'editor', languages: [], permissions: ['addresses', 'send'] },
  author: { role: 'author', languages: [], permissions: [] },
  translator: { role: 'translator', languages: ['de'], permissions: [] },
  'translator who publishes': { role: 'translator', languages: ['de'], permissions: ['publish'] },
  newsletter: { role: 'newsletter', languages: [], permissions: [] },
  'newsletter with addresses': { role: 'newsletter', languages: [], permissions: ['addresses', 'send'] },
}

export const addressOf = (person: SignedIn): string => `${person.replaceAll(' ', '-')}@example.org`
const PASSWORD = 'battery horse correct'

/** Makes an account for each of them. */
export async function createPeople(sql: Sql): Promise<void> {
  for (const [person, membership] of Object.entries(MEMBERSHIPS)) {
    await createMember(sql, { email: addressOf(person as SignedIn), password: PASSWORD, ...membership })
  }
  for (const person of ['reader', 'unproven'] as const)
    await createAdministrator(sql, addressOf(person), PASSWORD)
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${addressOf('reader')})`
  await sql`delete from public.profiles where user_id = (select id from auth.users where email = ${addressOf('reader')})`
}

/** Makes their accounts, and signs them in. */
export async function signInPeople(
  app: Pick<TestApp, 'anonymous' | 'database' | 'siteUrl'>,
): Promise<Record<Person, { client: Client; id: string | null }>> {
  const { sql } = app.database
  await createPeople(sql)
  const clients = new Map<Person, { client: Client; id: string | null }>([
    ['anon', { client: app.anonymous(), id: null }],
  ])
  for (const person of PEOPLE) {
    if (person === 'anon') continue
    const { client, userId } = await signInAs(app.anonymous(), app, addressOf(person))
    clients.set(person, { client, id: userId })
  }
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status)
    select ${randomUUID()}::uuid, id, 'totp', 'verified' from auth.users where email = ${addressOf('unproven')}`
  return Object.fromEntries(clients) as Record<Person, { client: Client; id: string | null }>
}
