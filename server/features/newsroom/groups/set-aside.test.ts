import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { groupLeftItems } from '#server/features/newsroom/groups/group-left-items.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { createWatchedLog } from '../../../../tests/support/watched-log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  // The properties of an item that cannot be compared are not known; this one is refused when its place is stored.
  await database.sql.script(`
    create function public.refuse_item() returns trigger language plpgsql as $$ begin raise 'It cannot be placed.'; end $$;
    create trigger refuse_item before update of origin_id on public.news_items
      for each row when (new.title like 'Broken%') execute function public.refuse_item();`)
})
afterAll(() => database.drop())
beforeEach(() => emptyTables(database.sql, 'public.news_items, public.news_groups, private.news_word_counts'))

const deps = () => ({ sql: database.sql, log: createWatchedLog(), hasNewsroom: true })

async function insert(...titles: string[]): Promise<string[]> {
  const rows = await database.sql<{ id: string }[]>`
    insert into public.news_items (kind, title, outlet, language, published_at, added_at)
    select 'text', title, 'Harbour', 'en', now(), now() - interval '1 hour' from unnest(${titles}::text[]) as title returning id`
  return rows.map(({ id }) => id)
}
async function grouped(): Promise<string[]> {
  const rows = await database.sql<{ title: string }[]>`
    select title from public.news_items where group_id is not null order by title`
  return rows.map(({ title }) => title)
}
const setAside = () =>
  database.sql`
    select failures, round(extract(epoch from try_at - now()) / 60)::int as minutes from private.news_comparisons where failures > 0`
const passTime = () =>
  database.sql`update private.news_comparisons set try_at = now() where try_at is not null`

test('an item that cannot be grouped is set aside, and keeps no others waiting', async () => {
  const ids = await insert(
    'Broken reed',
    ...Array.from({ length: 24 }, (_, n) => `Item ${n + 10} of the port`),
  )
  await groupItems(deps(), ids)
  expect(await grouped()).toHaveLength(24)
  expect(await setAside()).toEqual([{ failures: 1, minutes: 5 }])
})

test('it is tried again later and later, and at some time no more', async () => {
  await insert('Broken reed', 'Whole reed')
  const waits: unknown[] = []
  for (let run = 0; run < 8; run++) {
    await groupLeftItems(deps())
    // Until its time has come nothing is tried.
    await groupLeftItems(deps())
    waits.push(...(await setAside()))
    await passTime()
  }
  expect(waits.slice(0, 6)).toEqual(
    [5, 20, 80, 320, 1280, null].map((minutes, before) => ({ failures: before + 1, minutes })),
  )
  expect(waits.at(-1)).toEqual({ failures: 6, minutes: null })
  expect(await grouped()).toEqual(['Whole reed'])
})

test('once it can be grouped, nothing is left of that', async () => {
  await insert('Broken reed')
  await groupLeftItems(deps())
  await database.sql`alter table public.news_items disable trigger refuse_item`
  await passTime()
  await groupLeftItems(deps())
  await database.sql`alter table public.news_items enable trigger refuse_item`
  expect(await grouped()).toEqual(['Broken reed'])
  expect(
    await database.sql`select from private.news_comparisons where failures > 0 or try_at is not null`,
  ).toEqual([])
})
