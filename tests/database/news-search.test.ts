import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewsGroupPage } from '#core/domain/news-group.ts'
import type { FoundItem } from '#core/domain/news-item.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { addPerson, asPerson, type Person } from '../support/sessions-of-roles.ts'

let database: TestDatabase
let nora: Person
beforeAll(async () => {
  database = await createTestDatabase()
  nora = await addPerson(database.sql, { name: 'nora', role: 'editor' })
  // Gulls are frequent; there are few herons, and the last items are all older.
  await database.sql.script(`
    insert into public.news_groups (headline, rank) select 'Story ' || n, 3000 - n from generate_series(1, 3000) as n;
    insert into public.news_items (kind, title, outlet, language, published_at, added_at, group_id)
    select 'text', case when n % 100 = 0 then 'Rare heron ' else 'Common gull ' end || n, 'Café Nord', 'en',
      now() - make_interval(mins => n), now() - make_interval(mins => n),
      (select id from public.news_groups where headline = 'Story ' || n)
    from generate_series(1, 3000) as n`)
})
afterAll(() => database.drop())

const titles = (search: string) =>
  asPerson(database.sql, nora, async (sql) => {
    const [row] = await sql<[{ found: FoundItem[] }]>`select public.search_news_items(${search}) as found`
    return row.found.map(({ title }) => title)
  })

const groups = (search: string) =>
  asPerson(database.sql, nora, async (sql) => {
    const [row] = await sql<[{ page: NewsGroupPage }]>`
      select public.list_news_groups(p_search => ${search}) as page`
    return { total: row.page.total, first: row.page.groups[0]?.headline }
  })

test('items are found by words of their titles and outlets, the newest first, twenty at most', async () => {
  const gulls = await titles('gull')
  expect(gulls).toHaveLength(20)
  expect(gulls.slice(0, 2)).toEqual(['Common gull 1', 'Common gull 2'])
  expect((await titles('HERON nord')).slice(0, 2)).toEqual(['Rare heron 100', 'Rare heron 200'])
})

test('what few of the latest have is found among those that were read before', async () => {
  expect(await titles('heron 3000')).toEqual(['Rare heron 3000'])
  expect(await titles('cafe 29')).toContain('Rare heron 2900')
})

test('groups with frequent words are found among the first, and others among all', async () => {
  expect(await groups('gull')).toEqual({ total: 1980, first: 'Story 1' })
  expect(await groups('gull 2999')).toEqual({ total: 1, first: 'Story 2999' })
})

test.each(['', '  ', '-gull', `${'-'.repeat(60)} -`, "'", '%', '"'])(
  'nothing is found by %j',
  async (search) => {
    expect(await titles(search)).toEqual([])
  },
)
