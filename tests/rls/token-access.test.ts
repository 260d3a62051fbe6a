import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#core/data/client.ts'
import type { Database } from '#core/data/database.ts'
import { type TokenScope, withImpliedScopes } from '#core/domain/access-token.ts'
import { FUNCTIONS } from '#server/features.ts'
import { clientWith, insertAccessToken } from '../support/access-tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { catalog } from '../support/catalog.ts'
import { saveRows } from '../support/saved-rows.ts'
import { ARTICLES } from './articles.ts'
import { EXPECTED_FUNCTIONS, type Table, TOKEN_ACCESS } from './expected-access.ts'
import { EXPECTED_CALLS } from './expected-calls.ts'
import { insertAnotherRole, insertFixtureRows } from './fixture-rows.ts'
import { FIXTURES } from './fixtures.ts'

/** The one that may delete comes last. */
const SCOPES = ['read', 'drafts', 'translate', 'subscribers', 'publish'] as const
const TABLES = (Object.keys(TOKEN_ACCESS) as Table[]).filter(
  (table): table is keyof Database['public']['Tables'] => catalog.relations.has(table),
)

let app: TestApp
let restore: () => Promise<void>
const tokens = new Map<TokenScope, string>()

beforeAll(async () => {
  app = await startTestApp()
  await insertAnotherRole(app.database.sql)
  await insertFixtureRows(app.database.sql)
  restore = await saveRows(app.database.sql)
})
afterAll(() => app.stop())

describe.each(TABLES)('%s', (table) => {
  const { insert, update, key } = FIXTURES[table]
  const allowed = TOKEN_ACCESS[table]

  beforeAll(async () => {
    await restore()
    if (table === 'access_tokens') await app.database.sql`delete from public.access_tokens`
    for (const scope of SCOPES)
      tokens.set(scope, await insertAccessToken(app.database.sql, { scopes: [scope] }))
  })

  test.each(SCOPES)('with a token for %s', async (scope) => {
    const client: Client = clientWith(app, tokens.get(scope) ?? '')
    const held = withImpliedScopes([scope])
    const outcomeOf = (verb: keyof typeof allowed) => {
      const needed = allowed[verb]
      if (needed === undefined) return 'refused'
      return held.includes(needed) ? 'all rows' : 'no rows'
    }
    const seen = ({ data, error }: { data: unknown[] | null; error: { code: string } | null }) =>
      error ? (error.code === '42501' ? 'refused' : error) : data?.length === 0 ? 'no rows' : 'all rows'

    const row = insert()
    const inserted = await client.from(table).insert(row as never)
    expect(['insert', seen({ data: [1], error: inserted.error })]).toEqual([
      'insert',
      outcomeOf('insert') === 'all rows' ? 'all rows' : 'refused',
    ])
    const column = Object.keys(row)[0] as string
    await app
      .service()
      .from(table)
      .delete()
      .eq(column as never, row[column] as never)

    expect(['select', seen(await client.from(table).select('*'))]).toEqual(['select', outcomeOf('select')])

    // A row that is published refuses the others with a sentence.
    const isRefused = table === 'articles' && scope === 'drafts'
    const changed = await client
      .from(table)
      .update(update as never)
      .not(key, 'is', null)
      .select(key)
    expect(['update', seen(changed)]).toEqual(['update', isRefused ? 'refused' : outcomeOf('update')])

    const deleted = await client.from(table).delete().not(key, 'is', null).select(key)
    expect(['delete', seen(deleted)]).toEqual(['delete', outcomeOf('delete')])
  })
})

describe('functions', () => {
  beforeAll(async () => {
    await insertFixtureRows(app.database.sql)
    for (const scope of SCOPES)
      tokens.set(scope, await insertAccessToken(app.database.sql, { scopes: [scope] }))
  })

  const NAMES = Object.entries(EXPECTED_FUNCTIONS).flatMap(([name, roles]) =>
    (roles as readonly string[]).includes('access_token') ? [name as keyof typeof EXPECTED_CALLS] : [],
  )
  test.each(NAMES)('%s answers a token that may do everything', async (name) => {
    const { sql } = app.database
    const client = clientWith(app, await insertAccessToken(sql, { scopes: ['publish', 'translate'] }))
    const { args } = EXPECTED_CALLS[name]
    const { error } = await client.rpc(name as never, (typeof args === 'function' ? args() : args) as never)
    expect(error?.code).not.toBe('42501')
  })

  test.each(SCOPES)('the versions of a story are read with a token for %s', async (scope) => {
    const client = clientWith(app, tokens.get(scope) ?? '')
    for (const kind of ['published', 'draft', 'German of a draft'] as const) {
      const id = ARTICLES[kind] ?? ''
      const { data, error } = await client.rpc('list_story_versions', { p_article_id: id })
      expect(error).toBeNull()
      const all = await app.service().rpc('list_story_versions', { p_article_id: id }).throwOnError()
      expect(data).toEqual(withImpliedScopes([scope]).includes('read') ? all.data : [])
      expect(all.data).not.toEqual([])
    }
  })
})

describe('stored files', () => {
  const bucket = 'article-images'
  const name = `${randomUUID()}.png`

  test.each(SCOPES)('with a token for %s', async (scope) => {
    const { sql } = app.database
    await sql`insert into storage.objects (bucket_id, name, version) values (${bucket}, ${name}, ${randomUUID()}) on conflict do nothing`
    const [token] = await sql<[{ id: string; made_by: string }]>`
      select id, made_by from public.access_tokens where id = (
        select id from public.access_tokens where ${scope} = any (scopes) order by cardinality(scopes) limit 1)`
    const claims = { role: 'access_token', sub: token.made_by, token_id: token.id, began: Date.now() / 1000 }
    const held = withImpliedScopes([scope])

    async function outcomeOf(statement: string): Promise<number | string> {
      const undone = Symbol('undone')
      let outcome: number | string = 0
      await sql
        .transaction(async (transaction) => {
          await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
          await transaction.script('set local role access_token')
          outcome = (await transaction.run(statement)).rows.length
          throw undone
        })
        .catch((error: unknown) => {
          if (error !== undone) outcome = (error as { code: string }).code
        })
      return outcome
    }
    const insertInto = (id: string) =>
      `insert into storage.objects (bucket_id, name, version) values ('${id}', 'b.png', '${randomUUID()}') returning 1`
    expect(await outcomeOf(`select 1 from storage.objects where name = '${name}'`)).toBe(
      held.includes('read') ? 1 : 0,
    )
    expect(await outcomeOf(insertInto(bucket))).toBe(held.includes('drafts') ? 1 : '42501')
    expect(await outcomeOf(insertInto('other'))).toBe('42501')
    const replaced = `update storage.objects set version = '${randomUUID()}' where name = '${name}' returning 1`
    expect(await outcomeOf(replaced)).toBe(held.includes('publish') ? 1 : 0)
    expect(await outcomeOf(`delete from storage.objects where name = '${name}' returning 1`)).toBe('42501')
  })
})

test('access tokens reach nothing that is not in the list', async () => {
  const { sql } = app.database
  const tables = await sql<{ name: string; verbs: string }[]>`
    select oid::regclass::text as name, string_agg(distinct lower(privilege_type), ',' order by lower(privilege_type)) as verbs
    from pg_class
    join lateral (
      select privilege_type, grantee from aclexplode(relacl)
      union all
      select privilege_type, grantee from pg_attribute, aclexplode(attacl) where attrelid = pg_class.oid
    ) as grants on grantee in (0, 'access_token'::regrole)
    where relkind in ('r', 'p') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
    group by oid`
  const expected = Object.entries(TOKEN_ACCESS).flatMap(([name, verbs]) => {
    const list = Object.keys(verbs).toSorted().join(',')
    return list === '' ? [] : [[name, list]]
  })
  expect(Object.fromEntries(tables.map(({ name, verbs }) => [name, verbs]))).toEqual({
    ...Object.fromEntries(expected),
    'private.article_search': 'select',
    'storage.buckets': 'select',
    'storage.objects': 'insert,select,update',
  })
  const functions = await sql`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace::regnamespace::text in ('private', 'auth', 'storage', 'pgboss')
      and has_function_privilege('access_token', oid, 'execute') and not has_function_privilege('authenticated', oid, 'execute')`
  expect(functions).toEqual([])
})

test('the guide says what each scope is for', async () => {
  const guide = await readFile('docs/scripts.md', 'utf8')
  const namesIn = (cell = '') =>
    [...cell.matchAll(/`(\w[\w-]*)`/g)].map(([, name]) => name as string).toSorted()
  for (const scope of SCOPES) {
    const [, tables, calls, functions] =
      new RegExp(`^\\| \`${scope}\` \\|(.*?)\\|(.*?)\\|(.*?)\\|`, 'm').exec(guide) ?? []
    const named = Object.entries(TOKEN_ACCESS).filter(([, verbs]) => Object.values(verbs).includes(scope))
    expect(namesIn(tables), scope).toEqual(named.map(([name]) => name).toSorted())
    const callable = Object.entries(FUNCTIONS).filter(
      ([, entry]) => 'scope' in entry && entry.scope === scope,
    )
    expect(namesIn(functions), scope).toEqual(callable.map(([name]) => name).toSorted())
    const [{ names }] = await app.database.sql<[{ names: string[] }]>`
      select array(
        select proname::text from pg_proc where pronamespace = 'public'::regnamespace
          and proname = any(${namesIn(calls)}::text[]) and has_function_privilege('access_token', oid, 'execute')) as names`
    expect(names.toSorted(), scope).toEqual(namesIn(calls))
  }
})
