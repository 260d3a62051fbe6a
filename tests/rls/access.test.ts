import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { createAdministrator } from '#server/supabase/auth/accounts.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { catalog } from '../support/catalog.ts'
import { confirmAsVisitor, READERS, requestConfirmation } from '../support/newsletter.ts'
import {
  EXPECTED_ACCESS,
  EXPECTED_FUNCTIONS,
  type Outcome,
  type Role,
  type Table,
} from './expected-access.ts'
import { FIXTURES, insertAnotherRole, insertFixtureRows } from './fixture-rows.ts'

const ROWS: Record<Exclude<Outcome, 'refused'>, number> = { 'no rows': 0, 'one row': 1, 'all rows': 2 }
const TABLES = Object.keys(EXPECTED_ACCESS) as Table[]
const UNPROVEN = { email: 'unproven@example.org', password: 'a factor that is not shown' }
const READER = { email: 'reader@example.org', password: 'a reader without a role' }

let app: TestApp
let clients: Record<Role, Client>

beforeAll(async () => {
  app = await startTestApp()
  const { sql } = app.database
  await insertAnotherRole(sql)
  await createAdministrator(sql, READER.email, READER.password)
  await sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${READER.email})`
  const reader = app.anonymous()
  await reader.auth.signInWithPassword(READER)
  await createAdministrator(sql, UNPROVEN.email, UNPROVEN.password)
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status)
    select ${randomUUID()}::uuid, id, 'totp', 'verified' from auth.users where email = ${UNPROVEN.email}`
  const unproven = app.anonymous()
  await unproven.auth.signInWithPassword(UNPROVEN)
  clients = { anon: app.anonymous(), reader, unproven, admin: await app.administrator() }
})
afterAll(() => app.stop())

const isOffered = (table: Table): table is keyof Database['public']['Tables'] => catalog.relations.has(table)

describe.each(TABLES.filter(isOffered))('%s', (table) => {
  beforeAll(() => insertFixtureRows(app.database.sql))

  describe.each(['anon', 'reader', 'unproven', 'admin'] as const)('as %s', (role) => {
    const expected = EXPECTED_ACCESS[table][role]
    const { insert, update, key } = FIXTURES[table]
    const asRole = () => clients[role].from(table)

    test(`insert: ${expected.insert}`, async () => {
      const row = insert()
      const { error } = await asRole().insert(row as never)
      expect(error?.code).toBe(expected.insert === 'refused' ? '42501' : undefined)
      const column = Object.keys(row)[0] as string
      await app
        .service()
        .from(table)
        .delete()
        .eq(column as never, row[column] as never)
    })

    test(`select: ${expected.select}`, async () => {
      const { data, error } = await asRole().select('*')
      expectOutcome(expected.select, data, error)
    })

    test(`update: ${expected.update}`, async () => {
      const { data, error } = await asRole()
        .update(update as never)
        .not(key, 'is', null)
        .select(key)
      expectOutcome(expected.update, data, error)
    })

    test(`delete: ${expected.delete}`, async () => {
      const { data: kept } = await app.service().from(table).select('*').throwOnError()
      const { data, error } = await asRole().delete().not(key, 'is', null).select(key)
      expectOutcome(expected.delete, data, error)
      // No request makes an access token.
      if (data?.length && table !== 'access_tokens') await restore(table, kept)
    })
  })
})

describe('a subscriber, to an administrator,', () => {
  beforeAll(() => insertFixtureRows(app.database.sql))

  test('has the columns of the admin pages, without token hashes and consent', async () => {
    const { data } = await clients.admin.from('newsletter_subscribers').select('*').throwOnError()
    expect(Object.keys(data?.[0] ?? {}).toSorted()).toEqual(
      [
        'id',
        'email',
        'language',
        'subscribed_at',
        'confirmed',
        'is_active',
        'confirmed_at',
        'left_at',
        'left_reason',
      ].toSorted(),
    )
  })

  test.each([
    { id: randomUUID() },
    { email: 'mallory@example.org' },
    { language: 'de' as const },
    { subscribed_at: '2026-01-01T00:00:00Z' },
    { confirmed: true },
    { confirmed_at: '2026-01-01T00:00:00Z' },
    { is_active: false, confirmed: true },
  ])('cannot be changed by %j', async (change) => {
    const { error } = await clients.admin
      .from('newsletter_subscribers')
      .update(change)
      .eq('email', 'ada@example.org')
    expect(error?.code).toBe('42501')
  })

  test('can be unsubscribed, which revokes a link, and deleted with everything stored about it', async () => {
    const { sql } = app.database
    const token = await requestConfirmation(sql, READERS.emmy)
    const emmy = () => clients.admin.from('newsletter_subscribers')
    await emmy().update({ is_active: false }).eq('email', READERS.emmy).throwOnError()
    expect(await confirmAsVisitor(sql, token)).toMatchObject({ code: 'expired' })
    await emmy().delete().eq('email', READERS.emmy).throwOnError()
    const left = await sql`
      select subscriber_id from private.newsletter_consents
      union all select subscriber_id from private.newsletter_confirmation_tokens`
    expect([...left]).toEqual([])
  })
})

test('readers, administrators and access tokens can use only the search of the private schema', async () => {
  const tables = await app.database.sql<{ name: string; secured: boolean; grants: string | null }[]>`
    select relname as name, relrowsecurity or coalesce('security_invoker=true' = any(reloptions), false) as secured, (
      select string_agg(distinct privilege_type::text, ',') from aclexplode(relacl)
      where grantee in (0, 'anon'::regrole, 'authenticated'::regrole, 'access_token'::regrole)) as grants
    from pg_class where relnamespace = 'private'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname`
  expect(tables.map((table) => table.name)).toContain('newsletter_confirmation_tokens')
  expect(tables.filter((table) => !table.secured)).toEqual([])
  expect(tables.filter((table) => table.grants)).toEqual([
    { name: 'article_search', secured: true, grants: 'SELECT' },
  ])
})

test('every table with row level security has the policy of the service role, which may not bypass it everywhere', async () => {
  const closed = await app.database.sql`
    select oid::regclass::text as name from pg_class
    where relrowsecurity and relnamespace::regnamespace::text in ('public', 'private', 'storage')
      and not exists (
        select from pg_policies where schemaname = relnamespace::regnamespace::text and tablename = relname
          and roles = '{service_role}' and cmd = 'ALL' and qual = 'true' and with_check = 'true')`
  expect(closed).toEqual([])
})

test('every table of the public schema is in the list and has row level security enabled', async () => {
  const tables = await app.database.sql<{ name: string; secured: boolean }[]>`
    select relname as name, relrowsecurity as secured from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`
  expect(tables.map((table) => table.name)).toEqual(Object.keys(EXPECTED_ACCESS).sort())
  expect(tables.filter((table) => !table.secured)).toEqual([])
})

test('every view of the public schema runs with the rights of its caller', async () => {
  const views = await app.database.sql<{ options: string[] | null }[]>`
    select reloptions as options from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')`
  expect(views.length).toBeGreaterThan(0)
  for (const { options } of views) expect(options).toContain('security_invoker=true')
})

test('every function of the public schema is in the list with exactly its callers', async () => {
  const rows = await app.database.sql<{ name: string; role: string }[]>`
    select proname as name, role from pg_proc, unnest(array['access_token', 'anon', 'authenticated', 'service_role']) role
    where pronamespace = 'public'::regnamespace and has_function_privilege(role, oid, 'execute')
    order by proname, role`
  const callers = Map.groupBy(rows, (row) => row.name)
  const actual = [...callers].map(([name, calls]) => [name, calls.map((call) => call.role)])
  expect(Object.fromEntries(actual)).toEqual(EXPECTED_FUNCTIONS)
})

test('the grants to readers are unchanged after requests have been served', async () => {
  await clients.anon.from('articles').select('id')
  const rows = await app.database.sql<{ table: string; verbs: string }[]>`
    select table_name as table, string_agg(privilege_type::text, ',' order by privilege_type::text) as verbs
    from information_schema.role_table_grants where grantee = 'anon' and table_schema in ('public', 'auth')
    group by table_name order by table_name`
  expect([...rows]).toEqual([
    { table: 'article_corrections', verbs: 'SELECT' },
    { table: 'article_translations', verbs: 'SELECT' },
    { table: 'articles', verbs: 'SELECT' },
    { table: 'author_articles', verbs: 'SELECT' },
    { table: 'categories', verbs: 'SELECT' },
    { table: 'pages', verbs: 'SELECT' },
    { table: 'published_corrections', verbs: 'SELECT' },
    { table: 'slug_redirects', verbs: 'SELECT' },
    { table: 'translated_articles', verbs: 'SELECT' },
    { table: 'translations_with_originals', verbs: 'SELECT' },
  ])
})

describe.each(TABLES.filter((table) => !isOffered(table)))('%s, which no client reaches,', (table) => {
  test.each(['anon', 'authenticated', 'access_token'])('is closed to %s in PostgreSQL too', async (role) => {
    const key = FIXTURES[table].key
    for (const statement of [
      `select from public.${table}`,
      `insert into public.${table} default values`,
      `update public.${table} set ${key} = ${key}`,
      `delete from public.${table}`,
    ]) {
      const asRole = app.database.sql.transaction((sql) => sql.script(`set local role ${role}; ${statement}`))
      await expect(asRole, statement).rejects.toMatchObject({ code: '42501' })
    }
    expect(Object.values(EXPECTED_ACCESS[table]).flatMap((verbs) => Object.values(verbs))).toEqual(
      Array(16).fill('refused'),
    )
  })
})

function expectOutcome(outcome: Outcome, data: unknown[] | null, error: { code: string } | null): void {
  if (outcome === 'refused') {
    expect(error?.code).toBe('42501')
  } else {
    expect(error).toBeNull()
    expect(data).toHaveLength(ROWS[outcome])
  }
}

/** Restores the rows that an administrator was allowed to delete. */
async function restore(table: keyof Database['public']['Tables'], rows: unknown[]): Promise<void> {
  for (const row of rows as Record<string, unknown>[]) {
    if (table === 'outbox_mails') delete row.id
    if (table === 'working_copies') delete row.title
    await app
      .service()
      .from(table)
      .upsert(row as never, { ignoreDuplicates: true })
      .throwOnError()
  }
}
