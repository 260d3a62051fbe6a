import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '#server/platform/database/connection.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Newsroom, openNewsroom } from '../support/newsroom.ts'

let database: TestDatabase
let sql: Sql
let room: Newsroom

beforeAll(async () => {
  database = await createTestDatabase()
  sql = database.sql
  room = openNewsroom(sql)
  await room.reset()
})
afterAll(() => database.drop())

/** Sentences begin with a capital letter, or with a field and a colon; PostgreSQL's messages about unchecked values do not. */
const UNCHECKED = /^[a-z](?!\w*: )/
const ODD_VALUES = [
  ['no day, list or text', {}],
  ['nothing', { uuid: null }],
  ['days without an end', { date: 'infinity', timestamptz: 'infinity' }],
  ['days before all others', { date: '-infinity', timestamptz: '-infinity' }],
  ['lists in lists', { 'text[]': '{{fr},{de}}', 'uuid[]': `{{${crypto.randomUUID()}}}` }],
] satisfies [string, Record<string, string | null>][]

test.each(ODD_VALUES)(
  'every function of an administrator takes %s, or refuses it in a sentence',
  async (_, values) => {
    const functions = await sql<{ name: string; types: string[] }[]>`
    select proname as name, array(
      select case when type = 'timestamp with time zone'::regtype then 'timestamptz' else format_type(type, null) end
      from unnest(proargtypes) with ordinality as argument (type, place) order by place) as types
    from pg_proc where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
    order by 1`
    const known: Record<string, string | null> = { uuid: await room.article(), ...values }
    const unchecked: string[] = []
    for (const { name, types } of functions) {
      const given = types.map((type) => known[type] ?? null)
      const places = types.map((type, place) => `$${place + 1}::${type}`).join(', ')
      const call = room.as('mara', (request) => request.run(`select public.${name}(${places})`, given))
      const message = await call.then(
        () => '',
        (error: Error) => error.message,
      )
      if (UNCHECKED.test(message)) unchecked.push(`${name}: ${message}`)
    }
    expect(unchecked).toEqual([])
  },
)

test('languages in lists of lists are refused in a sentence', async () => {
  const change = room.as(
    'mara',
    (request) => request`select public.change_invitation('ida@example.org', 'translator', '{{fr},{de}}')`,
  )
  await expect(change).rejects.toMatchObject({
    code: 'P0001',
    message: 'Languages and permissions are lists.',
  })
})
