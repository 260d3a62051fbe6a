import { afterAll, expect, test } from 'vitest'
import { LIVE_TABLES } from '#core/data/database.types.ts'
import { BOUNDS } from '#server/supabase/realtime/bounds.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

async function triggersNamed(name: string) {
  return database.sql<{ name: string; keys: string[] }[]>`
    select relname as name, string_to_array(rtrim(convert_from(tgargs, 'utf8'), E'\\x01'), ',') as keys
    from (select tgrelid, replace(encode(tgargs, 'escape'), '\\000', ',')::bytea as tgargs from pg_trigger where tgname = ${name}) as t
    join pg_class on pg_class.oid = t.tgrelid order by relname`
}

test('exactly the live tables are announced, by their primary keys', async () => {
  const announced = await triggersNamed('announce_row_change')
  expect(announced.map(({ name, keys }) => [name, keys.filter((key) => key !== '')])).toEqual(
    Object.entries(LIVE_TABLES),
  )
  expect((await triggersNamed('announce_reload')).map(({ name }) => name)).toEqual(Object.keys(LIVE_TABLES))
})

test('tables are completed again without harm, also where a comment is not JSON', async () => {
  const { sql } = database
  const before = await triggersNamed('announce_row_change')
  await sql`comment on table public.webhooks is 'Our programs'`
  await sql`select private.complete_tables()`
  expect(await triggersNamed('announce_row_change')).toEqual(before)
})

test('one channel has room for all of them', () => {
  expect(Object.keys(LIVE_TABLES).length).toBeLessThanOrEqual(BOUNDS.subscriptionsPerChannel)
})
