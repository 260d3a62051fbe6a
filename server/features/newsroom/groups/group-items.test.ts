import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(
  () => database.sql`truncate public.news_items, public.news_groups, private.news_word_counts cascade`,
)

interface Told {
  title: string
  excerpt?: string
  outlet?: string
  language?: string
  url?: string
  published?: string
  text?: string
}

async function insert(item: Told): Promise<string> {
  const { title, excerpt = '', outlet = 'The Courier', language = 'en', url = null, text } = item
  const [row] = await database.sql<[{ id: string }]>`
    insert into public.news_items (kind, url, canonical_url, title, excerpt, outlet, language, published_at)
    values (${url ? 'address' : 'text'}, ${url}, ${url}, ${title}, ${excerpt}, ${outlet}, ${language},
      ${item.published ?? '2026-11-17T08:00:00Z'})
    returning id`
  if (text) await open(row.id, text)
  return row.id
}

async function open(id: string, text: string): Promise<void> {
  await database.sql`insert into private.news_texts (item_id, text, sentences) values (${id}, ${text}, '{}')`
}

const group = (...ids: string[]) => groupItems({ sql: database.sql }, ids)

async function standingOf(id: string) {
  const [row] = await database.sql<[{ group_id: string | null; origin_id: string | null }]>`
    select group_id, origin_id from public.news_items where id = ${id}`
  return row
}

const CUTS: Told = {
  title: 'Veltra to cut 1,200 dispatch jobs as software takes over routing',
  excerpt:
    'Veltra Freight plans to cut 1,200 dispatcher jobs by the end of 2027 as an artificial intelligence system takes over the planning.',
  url: 'https://courier.example/veltra',
}

test('an English and a German report of one event meet by names and figures', async () => {
  const english = await insert(CUTS)
  const german = await insert({
    title: 'Veltra streicht 1200 Stellen in der Disposition',
    excerpt: 'Der Frachtkonzern Veltra will sich bis Ende 2027 von Disponenten trennen.',
    outlet: 'Rheintaler Anzeiger',
    language: 'de',
  })
  const other = await insert({ title: 'Bees return to the roofs of the city', excerpt: 'Keepers are glad.' })
  await group(english, german, other)
  const [one, two, three] = await Promise.all([english, german, other].map(standingOf))
  expect(two?.group_id).toBe(one?.group_id)
  expect(two?.origin_id).toBe(german)
  expect(three?.group_id).not.toBe(one?.group_id)
})

test('the same address and nearly the same text are one origin', async () => {
  const first = await insert(CUTS)
  const again = await insert({ ...CUTS, title: 'Dispatchers go', excerpt: '', outlet: 'Reader' })
  const copied = await insert({
    ...CUTS,
    title: 'Freight firm hands dispatching to a machine',
    outlet: 'The Ledger',
    url: 'https://ledger.example/freight',
  })
  await group(first, again, copied)
  for (const id of [first, again, copied])
    expect(await standingOf(id)).toEqual({ ...(await standingOf(first)), origin_id: first })
  const [row] = await database.sql`select links, origins, headline from public.news_groups`
  expect(row).toEqual({ links: 3, origins: 1, headline: CUTS.title })
})
