import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#core/data/database.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { catalog } from '../support/catalog.ts'
import { confirmAsVisitor, READERS, requestConfirmation } from '../support/newsletter.ts'
import { saveRows } from '../support/saved-rows.ts'
import { kindOf } from './articles.ts'
import {
  cellOf,
  EXPECTED_ACCESS,
  EXPECTED_FUNCTIONS,
  type Kind,
  type Rows,
  type Table,
  type Verb,
} from './expected-access.ts'
import { insertAnotherRole, insertFixtureRows } from './fixture-rows.ts'
import { FIXTURES } from './fixtures.ts'
import { PEOPLE, signInPeople } from './people.ts'

const TABLES = Object.keys(EXPECTED_ACCESS) as Table[]
/**
 * Tables in which a trigger rejects rows with a sentence, so that each row is tried by itself: any that somebody reads and may not write,
 * or only those of some kinds, if a policy leaves the others out.
 */
const REFUSED_ROWS: Partial<Record<Table, { verbs: readonly Verb[]; kinds?: readonly Kind[] }>> = {
  articles: { verbs: ['update', 'delete'] },
  media_files: { verbs: ['update'], kinds: ['in use'] },
}

let app: TestApp
let people: Awaited<ReturnType<typeof signInPeople>>
let restoreAll: () => Promise<void>

beforeAll(async () => {
  app = await startTestApp()
  await insertAnotherRole(app.database.sql)
  people = await signInPeople(app)
  await insertFixtureRows(app.database.sql)
  restoreAll = await saveRows(app.database.sql)
})
afterAll(() => app.stop())

const isOffered = (table: Table): table is keyof Database['public']['Tables'] => catalog.relations.has(table)

describe.each(TABLES.filter(isOffered))('%s', (table) => {
  const { key, by, update } = FIXTURES[table]
  const inserts = Object.entries(FIXTURES[table].inserts ?? { own: FIXTURES[table].insert })
  /** All rows of the table, sorted into kinds by `by`. */
  let rows: Record<string, unknown>[]

  beforeAll(async () => {
    await restoreAll()
    rows = (await app.service().from(table).select('*').throwOnError()).data as Record<string, unknown>[]
    expect(rows.length).toBeGreaterThan(1)
  })

  describe.each(PEOPLE)('as %s', (person) => {
    const asPerson = () => people[person].client.from(table)
    const kind = (row: Record<string, unknown>) => (by ? kindOf(row, by, people[person].id) : 'of others')
    const cell = (verb: Verb) => cellOf(table, person, verb)
    const isAllowed = (expected: Rows, of: Kind) =>
      expected === 'all' || (Array.isArray(expected) && expected.includes(of))
    const keysOf = (expected: Rows) =>
      rows
        .filter((row) => isAllowed(expected, kind(row)))
        .map((row) => String(row[key]))
        .toSorted()
    const expectRows = (verb: Verb, { data, error }: Answer) => {
      expect(error?.code).toBe(cell(verb) === 'refused' ? '42501' : undefined)
      if (!error) expect((data ?? []).map((row) => String(row[key])).toSorted()).toEqual(keysOf(cell(verb)))
    }

    test(`select: ${inWords(cell('select'))}`, async () => {
      expectRows('select', await asPerson().select('*'))
    })

    test.each(inserts)(`insert: ${inWords(cell('insert'))}: %s`, async (of, makeRow) => {
      const row = makeRow() as Record<string, unknown>
      const { error } = await asPerson()
        .insert(row as never)
        .select(key)
      expect(error?.code).toBe(isAllowed(cell('insert'), of as Kind) ? undefined : '42501')
      const column = Object.keys(row)[0] as string
      await app
        .service()
        .from(table)
        .delete()
        .eq(column as never, row[column] as never)
    })

    const isTriedByRow = (verb: Verb) =>
      REFUSED_ROWS[table]?.verbs.includes(verb) && Array.isArray(cell(verb))

    async function expectEachRow(verb: Verb, write: (id: unknown) => PromiseLike<Answer>) {
      for (const row of rows) {
        const of = kind(row)
        const isRefused = REFUSED_ROWS[table]?.kinds?.includes(of) ?? isAllowed(cell('select'), of)
        const outcome = isAllowed(cell(verb), of) ? 1 : isRefused ? '42501' : 0
        const { data, error } = await write(row[key])
        expect([of, error?.code ?? data?.length]).toEqual([of, outcome])
      }
    }

    test(`update: ${inWords(cell('update'))}`, async () => {
      const write = () => asPerson().update(update as never)
      if (isTriedByRow('update'))
        await expectEachRow('update', (id) =>
          write()
            .eq(key as never, id as never)
            .select(key),
        )
      else expectRows('update', await write().not(key, 'is', null).select(key))
    })

    test(`delete: ${inWords(cell('delete'))}`, async () => {
      const { data: kept } = await app.service().from(table).select('*').throwOnError()
      if (isTriedByRow('delete')) {
        await expectEachRow('delete', (id) =>
          asPerson()
            .delete()
            .eq(key as never, id as never)
            .select(key),
        )
        await restoreAll()
        return
      }
      const answer: Answer = await asPerson().delete().not(key, 'is', null).select(key)
      expectRows('delete', answer)
      // No request makes an access token.
      if (!answer.data?.length || table === 'access_tokens') return
      if (table === 'articles') await restoreAll()
      else await restore(table, kept)
    })
  })
})

interface Answer {
  data: Record<string, unknown>[] | null
  error: { code: string } | null
}

const inWords = (rows: Rows) => (typeof rows === 'string' ? rows : rows.join(', '))

describe('a subscriber, to an administrator,', () => {
  beforeAll(() => restoreAll())

  test('has the columns of the admin pages, without token hashes and consent', async () => {
    const { data } = await people.admin.client.from('newsletter_subscribers').select('*').throwOnError()
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
        'sections',
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
    const { error } = await people.admin.client
      .from('newsletter_subscribers')
      .update(change)
      .eq('email', 'ada@example.org')
    expect(error?.code).toBe('42501')
  })

  test('can be unsubscribed, which revokes a link, and deleted with everything stored about it', async () => {
    const { sql } = app.database
    const token = await requestConfirmation(sql, READERS.emmy)
    const emmy = () => people.admin.client.from('newsletter_subscribers')
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
  await people.anon.client.from('articles').select('id')
  const rows = await app.database.sql<{ table: string; verbs: string }[]>`
    select table_name as table, string_agg(privilege_type::text, ',' order by privilege_type::text) as verbs
    from information_schema.role_table_grants where grantee = 'anon' and table_schema in ('public', 'auth')
    group by table_name order by table_name`
  expect([...rows]).toEqual([
    { table: 'article_corrections', verbs: 'SELECT' },
    { table: 'article_translations', verbs: 'SELECT' },
    { table: 'articles', verbs: 'SELECT' },
    { table: 'author_articles', verbs: 'SELECT' },
    { table: 'authors', verbs: 'SELECT' },
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
    expect(EXPECTED_ACCESS[table]).toEqual({ verbs: [] })
  })
})

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
