import { afterAll, describe, expect, test } from 'vitest'
import { catalogOf, readCatalog, readExposed } from '#server/supabase/rest/catalog/catalog.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'

const database = await createTestDatabase()
const { sql } = database
const catalog = await readCatalog(sql)
afterAll(() => database.drop())

const read = (names: { relations?: string[]; functions?: string[] }) =>
  readExposed(sql, { relations: [], functions: [], ...names })

describe('the list of what is offered', () => {
  test('has no table that only the server reads', () => {
    expect(catalog.relations.get('newsletter_send_tickets')).toBeUndefined()
    expect(catalog.relations.get('articles')).toBeDefined()
  })

  test.each(['', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'pg_class', 'Articles'])(
    'does not have %j',
    (name) => {
      expect(catalog.relations.get(name)).toBeUndefined()
      expect(catalog.functions.get(name)).toBeUndefined()
    },
  )
})

describe('what a process knows', () => {
  test('of a table: its columns in their order, its key, and defaults that name every schema', () => {
    expect(catalog.relations.get('slug_redirects')).toEqual({
      name: 'slug_redirects',
      columns: new Map([
        ['slug', 'text'],
        ['language', 'text'],
        ['article_id', 'uuid'],
        ['created_at', 'timestamptz'],
      ]),
      key: ['slug', 'language'],
      defaults: new Map([['created_at', 'now()']]),
    })
    const articles = catalog.relations.get('articles')
    expect(articles?.columns.get('published')).toBe('bool')
    expect(articles?.defaults.get('author')).toBe('private.default_author()')
    expect(catalog.relations.get('working_copies')?.defaults.get('owner')).toBe('auth.uid()')
    expect(catalog.relations.get('newsletter_clicks')?.key).toEqual(['issue_id', 'link', 'target', 'day'])
  })

  test('of a column that PostgreSQL fills: no default', () => {
    expect(catalog.relations.get('working_copies')?.columns.has('title')).toBe(true)
    expect(catalog.relations.get('working_copies')?.defaults.has('title')).toBe(false)
    expect(catalog.relations.get('audit_log')?.defaults.has('id')).toBe(false)
  })

  test('of a view: no key, so that it is never written to', async () => {
    const keyless = [...catalog.relations.values()].filter(({ key }) => key.length === 0)
    const views = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname`
    expect(keyless.map(({ name }) => name).sort()).toEqual(views.map(({ name }) => name))
  })

  test('of a function that returns rows: its arguments, which are required, and its columns', () => {
    expect(catalog.functions.get('list_related_articles')).toEqual({
      name: 'list_related_articles',
      parameters: new Map([
        ['p_article_id', 'uuid'],
        ['p_language', 'text'],
        ['p_limit', 'int4'],
      ]),
      required: ['p_article_id', 'p_language'],
      columns: new Map([
        ['id', 'uuid'],
        ['slug', 'text'],
        ['language', 'text'],
        ['title', 'text'],
        ['category', 'text'],
        ['hero_image', 'text'],
        ['publish_date', 'timestamptz'],
        ['story_id', 'uuid'],
        ['same_topic', 'bool'],
      ]),
      reads: true,
    })
  })

  test('of a function that writes and returns one value: that it may not be called by GET', () => {
    expect(catalog.functions.get('subscribe_newsletter')).toEqual({
      name: 'subscribe_newsletter',
      parameters: new Map([
        ['p_email', 'text'],
        ['p_language', 'text'],
      ]),
      required: ['p_email'],
      reads: false,
    })
  })

  test('of all functions: that they return rows with columns, or one JSON value', async () => {
    for (const { name, returnsRows, type } of (await readExposed(sql)).functions) {
      if (returnsRows) expect(catalog.functions.get(name)?.columns?.size, name).toBeGreaterThan(0)
      else expect([name, type]).toEqual([name, 'jsonb'])
    }
  })
})

test('a column on which no role of a request has a grant is not offered, and one with a grant is', async () => {
  await sql.script(`
    create table public.notes (id int8 primary key, shown text[], hidden text, written date);
    revoke all on public.notes from anon, authenticated, service_role;
    grant select (id, shown), insert (written) on public.notes to authenticated`)
  const { relations } = catalogOf(await read({ relations: ['notes'] }))
  expect([...(relations.get('notes')?.columns ?? [])]).toEqual([
    ['id', 'int8'],
    ['shown', 'text[]'],
    ['written', 'date'],
  ])
  expect((await readCatalog(sql)).relations.has('notes')).toBe(false)
})

test('a table without a grant, a table of another schema and a name that does not exist stop the start', async () => {
  await sql.script(
    'create table public.closed (id int8); revoke all on public.closed from public, anon, authenticated, service_role',
  )
  const names = ['articles', 'closed', 'newsletter_consents', 'nothing']
  await expect(read({ relations: names })).rejects.toThrow(
    'the table or view closed, newsletter_consents, nothing of the schema public',
  )
})

test('a function without a grant, or one that exists twice, stops the start', async () => {
  await sql.script(`
    create function public.count_all(p_a int) returns jsonb language sql return '1'::jsonb;
    revoke all on function public.count_all(int) from public, anon, authenticated, service_role`)
  await expect(read({ functions: ['count_all'] })).rejects.toThrow('the function count_all of the schema')
  await sql.script(`
    create function public.count_all(p_a text) returns jsonb language sql return '1'::jsonb;
    grant execute on all functions in schema public to anon`)
  await expect(read({ functions: ['count_all'] })).rejects.toThrow('public.count_all, which exists more than')
})
