import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ColumnType } from '#server/rest/catalog/catalog-entry.ts'
import { catalog, findFunction, findRelation } from '#server/rest/catalog.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'

/** Tables that only the server reads, on its own connection. */
const CLOSED_TABLES = ['newsletter_send_tickets']

/** Type names as PostgreSQL writes them. */
const TYPES: Record<ColumnType, string> = {
  bigint: 'bigint',
  boolean: 'boolean',
  date: 'date',
  integer: 'integer',
  jsonb: 'jsonb',
  text: 'text',
  timestamptz: 'timestamp with time zone',
  uuid: 'uuid',
}

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const typesOf = (columns: ReadonlyMap<string, ColumnType>) =>
  Object.fromEntries([...columns].map(([name, type]) => [name, TYPES[type]]))

test('every table and view of the public schema is in the catalog, or listed here as server-only', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`
  const listed = [...catalog.relations.map(({ name }) => name), ...CLOSED_TABLES]
  expect(rows.map(({ name }) => name)).toEqual(listed.sort())
})

describe.each(catalog.relations.map((relation) => [relation.name, relation] as const))(
  '%s',
  (name, relation) => {
    test('has exactly these columns with these types', async () => {
      const rows = await database.sql<{ name: string; type: string }[]>`
      select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped`
      expect(Object.fromEntries(rows.map((row) => [row.name, row.type]))).toEqual(typesOf(relation.columns))
    })

    test('has this primary key, or is a view without one', async () => {
      const rows = await database.sql<{ name: string }[]>`
      select attname as name from pg_index
      join pg_attribute on attrelid = indrelid and attnum = any (indkey)
      where indrelid = ${`public.${name}`}::regclass and indisprimary order by array_position(indkey::int[], attnum::int)`
      expect(rows.map((row) => row.name)).toEqual(relation.key)
      const [row] = await database.sql`select relkind from pg_class where oid = ${`public.${name}`}::regclass`
      expect(row?.relkind).toBe(relation.key.length === 0 ? 'v' : 'r')
    })

    test('has these defaults', async () => {
      const rows = await database.sql<{ name: string; expression: string }[]>`
      select attname as name, pg_get_expr(adbin, adrelid) as expression from pg_attrdef
      join pg_attribute on attrelid = adrelid and attnum = adnum and attgenerated = '' where adrelid = ${`public.${name}`}::regclass`
      const open = rows.filter((row) => relation.columns.has(row.name))
      expect(Object.fromEntries(open.map((row) => [row.name, row.expression]))).toEqual(
        Object.fromEntries(relation.defaults),
      )
    })
  },
)

test('every function of the public schema is in the catalog once', async () => {
  const rows = await database.sql<{ name: string }[]>`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by proname`
  expect(rows.map(({ name }) => name)).toEqual(catalog.functions.map(({ name }) => name).sort())
})

describe.each(catalog.functions.map((called) => [called.name, called] as const))('%s', (name, called) => {
  interface Signature {
    names: string[]
    modes: string[] | null
    types: string[]
    optional: number
    volatility: string
    is_set: boolean
    returns: string
  }

  test('has these arguments and result columns, and is marked as reading or writing', async () => {
    const [found] = await database.sql<[Signature]>`
      select proargnames as names, proargmodes::text[] as modes, pronargdefaults as optional, provolatile as volatility,
        array(select format_type(type, null) from unnest(coalesce(proallargtypes, proargtypes)) as type) as types,
        proretset as is_set, format_type(prorettype, null) as returns
      from pg_proc where oid = ${`public.${name}`}::regproc`
    const all = (found.names ?? []).map((argument, n) => ({
      argument,
      type: found.types[n],
      mode: found.modes?.[n] ?? 'i',
    }))
    const inputs = all.filter(({ mode }) => mode === 'i')
    const outputs = all.filter(({ mode }) => mode === 't')
    const pairs = (list: typeof all) => Object.fromEntries(list.map(({ argument, type }) => [argument, type]))
    expect(pairs(inputs)).toEqual(typesOf(called.parameters))
    const required = inputs.slice(0, inputs.length - found.optional).map(({ argument }) => argument)
    expect(required).toEqual(called.required)
    expect(pairs(outputs)).toEqual(typesOf(called.columns ?? new Map()))
    expect(found.is_set).toBe(called.columns !== undefined)
    if (!called.columns) expect(found.returns).toBe('jsonb')
    expect(found.volatility === 'v').toBe(!called.reads)
  })
})

test.each(['', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'pg_class', 'Articles'])(
  '%j is not in the catalog',
  (name) => {
    expect(findRelation(name)).toBeUndefined()
    expect(findFunction(name)).toBeUndefined()
  },
)
