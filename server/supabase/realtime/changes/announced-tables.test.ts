import { afterAll, expect, test } from 'vitest'
import { ANNOUNCED_TABLES, findAnnouncedTable } from '#server/supabase/realtime/changes/announced-tables.ts'
import { catalog } from '../../../../tests/support/catalog.ts'
import { createTestDatabase } from '../../../../tests/support/database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

interface Trigger {
  name: string
  keys: string[]
}

async function triggersNamed(name: string): Promise<Trigger[]> {
  return database.sql<Trigger[]>`
    select relname as name, string_to_array(rtrim(convert_from(tgargs, 'utf8'), E'\\x01'), ',') as keys
    from (select tgrelid, replace(encode(tgargs, 'escape'), '\\000', ',')::bytea as tgargs from pg_trigger where tgname = ${name}) as t
    join pg_class on pg_class.oid = t.tgrelid order by relname`
}

test('exactly the tables of the list are announced, by the primary keys of the catalog', async () => {
  const announced = await triggersNamed('announce_row_change')
  expect(announced.map(({ name }) => name)).toEqual(ANNOUNCED_TABLES)
  for (const { name, keys } of announced) {
    expect(keys.filter((key) => key !== '')).toEqual(findAnnouncedTable(catalog, name)?.key)
  }
  expect((await triggersNamed('announce_reload')).map(({ name }) => name)).toEqual(ANNOUNCED_TABLES)
})
