import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { groupLeftItems } from '#server/features/newsroom/groups/group-left-items.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { emptyTables } from '../../../../tests/support/empty-tables.ts'
import { createWatchedLog } from '../../../../tests/support/watched-log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() =>
  emptyTables(
    database.sql,
    'public.news_items, public.news_groups, private.news_word_counts, private.news_section_words',
  ),
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

const deps = () => ({ sql: database.sql, log: createWatchedLog(), hasNewsroom: true })
const group = (...ids: string[]) => groupItems(deps(), ids)

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

test('two reports of one outlet are one independent report', async () => {
  const follow = {
    ...CUTS,
    title: 'Veltra names the towns where 1,200 dispatch jobs end',
    url: 'https://courier.example/towns',
  }
  const ids = [
    await insert(CUTS),
    await insert({
      ...follow,
      excerpt: 'Veltra Freight ends its dispatch rooms in Lunden and Marlow by 2027.',
    }),
  ]
  await group(...ids)
  const [first, second] = await Promise.all(ids.map(standingOf))
  expect(second).toEqual({ group_id: first?.group_id, origin_id: ids[1] })
  expect(await database.sql`select links, origins, outlets from public.news_groups`).toEqual([
    { links: 2, origins: 1, outlets: ['The Courier'] },
  ])
})

test('a short teaser or a phrase that one outlet has below all its texts makes no origin', async () => {
  const phrase =
    'Every morning our editors read the papers of the continent for you and say what matters most, in ten minutes, with coffee.'
  const ids = [
    await insert({ title: 'Bees return to the roofs of Lunden', excerpt: phrase }),
    await insert({ title: 'Harbour crane falls into the basin', excerpt: phrase }),
    await insert({ title: 'A short one', excerpt: 'Read more here.', outlet: 'The Gazette' }),
    await insert({ title: 'Another of them', excerpt: 'Read more here.', outlet: 'The Ledger' }),
  ]
  await group(...ids)
  for (const id of ids) expect((await standingOf(id)).origin_id).toBe(id)
})

test('a text that is opened later shows what it is a copy of', async () => {
  const text = Array.from(
    { length: 40 },
    (_, n) => `Sentence ${n} of it names port ${n * 7} and mill ${n * 11}.`,
  )
  const first = await insert({ title: 'Cranes stop at the harbour', text: text.join(' ') })
  const second = await insert({ title: 'Quiet day for dockers', outlet: 'The Ledger', language: 'es' })
  await group(first, second)
  expect((await standingOf(second)).group_id).not.toBe((await standingOf(first)).group_id)
  await open(second, text.slice(0, 30).join(' '))
  await group(second)
  expect(await standingOf(second)).toEqual(await standingOf(first))
  expect(await database.sql`select links, origins from public.news_groups`).toEqual([
    { links: 2, origins: 1 },
  ])
})

test('items that were left are grouped by the job, with the section whose words they have', async () => {
  await database.sql`
    insert into public.articles (slug, title, excerpt, content, category, published)
    select 'piece-' || n, case when n % 2 = 0 then 'Orchids bloom again' else 'Locomotives run late' end, 'Of today', 'Text',
      case when n % 2 = 0 then 'opinion' else 'tech' end, true from generate_series(1, 12) as n`
  const id = await insert({ title: 'Orchids and what they cost', excerpt: 'Bloom of the year.' })
  await groupLeftItems(deps())
  expect((await standingOf(id)).origin_id).toBeNull()
  await database.sql`update public.news_items set added_at = now() - interval '1 hour'`
  await groupLeftItems({ ...deps(), hasNewsroom: false })
  expect((await standingOf(id)).origin_id).toBeNull()
  await groupLeftItems(deps())
  expect(await standingOf(id)).toMatchObject({ origin_id: id })
  const [found] = await database.sql`select section, section_words from public.news_groups`
  expect(found).toEqual({ section: 'opinion', section_words: ['Bloom', 'Orchids'] })
})

test('stories of other days do not meet', async () => {
  const ids = [
    await insert(CUTS),
    await insert({ ...CUTS, url: 'https://c.example/2', published: '2026-11-21T09:00:00Z' }),
  ]
  await database.sql`update public.news_items set excerpt = '', title = left(title, 60) where id = ${ids[1]}`
  await group(...ids)
  expect((await standingOf(ids[1] ?? '')).group_id).not.toBe((await standingOf(ids[0] ?? '')).group_id)
})

test('processes that insert at once come to one group, and an item is grouped once', async () => {
  const ids: string[] = []
  for (let n = 0; n < 12; n++)
    ids.push(
      await insert({
        ...CUTS,
        outlet: `Outlet ${n}`,
        url: `https://o${n}.example/veltra`,
        excerpt: `Veltra says ${n * 13 + 10} people go.`,
      }),
    )
  await Promise.all([...ids, ...ids].map((id) => group(id)))
  const groups = await database.sql`select links from public.news_groups`
  expect(groups).toEqual([{ links: 12 }])
  const [counted] = await database.sql`select max(items) as items from private.news_word_counts`
  expect(counted?.items).toBeLessThanOrEqual(12)
})

test('copies beyond two hundred stay outside of their group, and attract nothing', async () => {
  const ids: string[] = []
  for (let n = 0; n < 230; n++) ids.push(await insert({ ...CUTS, url: `https://flood.example/${n}` }))
  await group(...ids)
  expect(await database.sql`select links, origins from public.news_groups`).toEqual([
    { links: 200, origins: 1 },
  ])
  const [outside] = await database.sql`
    select count(*)::integer as items, count(distinct origin_id)::integer as origins from public.news_items where group_id is null`
  expect(outside).toEqual({ items: 30, origins: 1 })
  const [compared] = await database.sql`
    select count(*)::integer as items from private.news_comparisons where cardinality(words) > 0`
  expect(compared).toEqual({ items: 1 })
})

test('a feed that gives all its texts one title draws no other story into its groups', async () => {
  const ids: string[] = []
  for (let n = 0; n < 120; n++) {
    const words = Array.from(
      { length: 30 },
      (_, place) => `wort${String.fromCharCode(97 + ((n * 7 + place * 3) % 26))}${n}x${place}`,
    )
    ids.push(
      await insert({
        title: 'Veltra dispatch jobs go today',
        outlet: 'Flood',
        url: `https://flood.example/${n}`,
        excerpt: words.join(' '),
      }),
    )
  }
  await group(...ids)
  // The items are no more than are compared with another one.
  const [crowd] = await database.sql`
    select count(*)::integer as items from private.news_comparisons cross join unnest(bands) as band
    group by band order by items desc limit 1`
  expect(crowd).toEqual({ items: 40 })
  const story = await insert({ ...CUTS, outlet: 'The Gazette' })
  await group(story)
  const [own] = await database.sql`
    select links from public.news_groups where id = ${(await standingOf(story)).group_id}`
  expect(own).toEqual({ links: 1 })
})

test.each([
  [
    'every word of a dictionary',
    Array.from({ length: 120 }, (_, n) => `w${'abcdefghij'[n % 10]}${n}rd`).join(' '),
  ],
  ['no letter', '··· !!! ¿? 🌱🌱 \u202e'],
  ['one endless word', 'a'.repeat(1000)],
  ['digits without end', '9'.repeat(1000)],
  ['numbers in words without end', 'one million billion '.repeat(50)],
  ['combining marks', `a${'\u0301'.repeat(900)}`],
])('an item of %s is grouped by itself', async (_, excerpt) => {
  const story = await insert(CUTS)
  const odd = await insert({ title: excerpt.slice(0, 490), excerpt, outlet: 'Odd' })
  await group(story, odd)
  const standing = await standingOf(odd)
  expect(standing.origin_id).toBe(odd)
  expect(standing.group_id).not.toBe((await standingOf(story)).group_id)
})

test('dates of another century and of the future are grouped too, and push nothing to the top', async () => {
  const ids = [
    await insert({ title: 'Old harbour news of Lunden', published: '1931-01-01T00:00:00Z' }),
    await insert({ title: 'Wheat of tomorrow in Halden', published: '9999-01-01T00:00:00Z' }),
    await insert({ title: 'Steel of the day in Norrby', published: new Date().toISOString() }),
  ]
  await group(...ids)
  const groups =
    await database.sql`select newest_at > now() + interval '1 minute' as is_ahead from public.news_groups`
  expect(groups).toEqual([{ is_ahead: false }, { is_ahead: false }, { is_ahead: false }])
})

test('the words of a section are those of this paper, as soon as it has changed', async () => {
  await database.sql`delete from public.articles`
  const market = await insert({
    title: 'Strategy, markets and money in industries',
    excerpt: 'Of companies.',
  })
  const harbour = await insert({ title: 'Eelgrass returns to the estuary', excerpt: 'Tides and mud.' })
  await group(market, harbour)
  const sectionsOfStories = () =>
    database.sql`select headline, section, section_words from public.news_groups order by headline`
  expect(await sectionsOfStories()).toMatchObject([{ section: null }, { section: 'business' }])

  const rename = (categories: object[]) =>
    database.sql`select public.save_categories(${JSON.stringify(categories)}::jsonb)`
  const others = ['tech', 'opinion', 'hack', 'news'].map((slug) => ({ slug }))
  const names = { en: 'Coast' }
  const descriptions = { en: 'The estuary, its tides and its eelgrass.' }
  await rename([{ slug: 'coast', was: 'business', names }, ...others])
  expect(await sectionsOfStories()).toMatchObject([{ section: null }, { section: 'coast' }])
  await groupLeftItems(deps())
  expect(await sectionsOfStories()).toMatchObject([{ section: null }, { section: null, section_words: [] }])
  await rename([{ slug: 'coast', names, descriptions }, ...others])
  await groupLeftItems(deps())
  expect(await sectionsOfStories()).toMatchObject([
    { section: 'coast', section_words: expect.arrayContaining(['Eelgrass', 'estuary']) },
    { section: null },
  ])
})
