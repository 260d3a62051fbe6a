import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FoundNewsGroup, NewsGroupPage } from '#core/domain/news-group.ts'
import { groupItems } from '#server/features/newsroom/groups/group-items.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { untilSomebodyWaits } from '../support/lock-waits.ts'
import { addPerson, asPerson, type Person } from '../support/sessions-of-roles.ts'
import { createWatchedLog } from '../support/watched-log.ts'

let database: TestDatabase
let [nora, edda, emil]: Person[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  nora = await addPerson(database.sql, { name: 'nora', role: 'editor' })
  edda = await addPerson(database.sql, { name: 'edda', role: 'admin' })
  emil = await addPerson(database.sql, { name: 'emil', role: 'author' })
})
afterAll(() => database.drop())
beforeEach(
  () =>
    database.sql`truncate public.news_items, public.news_groups, public.articles, public.sourced_articles, private.news_word_counts cascade`,
)

const STORIES = {
  veltra: [
    'Veltra cuts 1,200 dispatch jobs',
    'Veltra Freight confirms 1,200 dispatch jobs go',
    'Dispatch jobs: Veltra union angry',
  ],
  halden: ['University of Halden brings back oral exams', 'Oral exams return at the University of Halden'],
}

async function insert(title: string, more: { language?: string; excerpt?: string } = {}): Promise<string> {
  const [row] = await database.sql<[{ id: string }]>`
    insert into public.news_items (kind, title, excerpt, outlet, language, published_at)
    values ('text', ${title}, ${more.excerpt ?? ''}, ${`Outlet of ${title.slice(0, 20)}`}, ${more.language ?? 'en'}, now()) returning id`
  await groupItems({ sql: database.sql, log: createWatchedLog() }, [row.id])
  return row.id
}

async function insertAll(titles: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) ids.push(await insert(title))
  return ids
}

const groupOf = async (id: string) =>
  (await database.sql<[{ group_id: string }]>`select group_id from public.news_items where id = ${id}`)[0]
    .group_id

async function call<T>(person: Person | undefined, name: string, args: Record<string, unknown>): Promise<T> {
  const names = Object.keys(args)
  return asPerson(database.sql, person ?? null, async (sql) => {
    const { rows } = await sql.run(
      `select public.${name}(${names.map((key, index) => `${key} => $${index + 1}`).join(', ')}) as answer`,
      Object.values(args),
    )
    return rows[0].answer
  })
}

const list = (person: Person | undefined, args: Record<string, unknown> = {}) =>
  call<NewsGroupPage>(person, 'list_news_groups', args)
const find = (person: Person | undefined, id: string) =>
  call<FoundNewsGroup | null>(person, 'find_news_group', { p_id: id })

test('a group says its links and origins, its languages and outlets, and why it stands where it does', async () => {
  await insertAll(STORIES.halden)
  const [first] = await insertAll(STORIES.veltra)
  const { total, groups } = await list(nora)
  expect(total).toBe(2)
  expect(groups.map(({ headline, links, origins }) => ({ headline, links, origins }))).toEqual([
    { headline: STORIES.veltra[0], links: 3, origins: 3 },
    { headline: STORIES.halden[0], links: 2, origins: 2 },
  ])
  expect(groups[0]).toMatchObject({
    id: await groupOf(first ?? ''),
    new_links: 3,
    is_followed: false,
    is_hidden: false,
    languages: ['en'],
    reasons: [
      { code: 'origins', value: 3 },
      { code: 'newness', value: 0 },
    ],
    continues: [],
  })
  expect(groups[0]?.outlets).toHaveLength(3)
  expect(groups[0]?.score).toBeGreaterThan(groups[1]?.score ?? 0)
})

test('what came into a group since the last look is new, for each person by themselves', async () => {
  const [first] = await insertAll(STORIES.veltra.slice(0, 2))
  const id = await groupOf(first ?? '')
  expect(await call(nora, 'mark_news_group_seen', { p_id: id })).toEqual({ changed: true })
  expect((await find(nora, id))?.items.map(({ is_new }) => is_new)).toEqual([false, false])
  const [added] = await insertAll(STORIES.veltra.slice(2))
  const seen = await find(nora, id)
  expect(seen?.group.new_links).toBe(1)
  expect(seen?.items.filter(({ is_new }) => is_new).map((item) => item.id)).toEqual([added])
  expect((await find(edda, id))?.group.new_links).toBe(3)
  expect(await call(nora, 'mark_news_group_seen', { p_id: randomUUID() })).toEqual({ changed: false })
})

test('what is hidden is hidden from everybody, and what is followed is followed by one', async () => {
  const [first] = await insertAll(STORIES.veltra.slice(0, 2))
  const id = await groupOf(first ?? '')
  await call(nora, 'follow_news_group', { p_id: id, p_followed: true })
  expect((await list(nora, { p_show: 'followed' })).total).toBe(1)
  expect((await list(edda, { p_show: 'followed' })).total).toBe(0)
  await call(nora, 'hide_news_group', { p_id: id, p_hidden: true })
  expect((await list(edda)).total).toBe(0)
  await insertAll(STORIES.veltra.slice(2))
  expect((await list(edda, { p_show: 'hidden' })).groups).toMatchObject([{ id, links: 3, is_hidden: true }])
  await call(edda, 'hide_news_group', { p_id: id, p_hidden: false })
  await call(nora, 'follow_news_group', { p_id: id, p_followed: false })
  expect((await list(nora)).groups).toMatchObject([{ is_followed: false, is_hidden: false }])
  expect(await call(nora, 'hide_news_group', { p_id: randomUUID(), p_hidden: true })).toEqual({
    changed: false,
  })
})

test('groups are found by words of titles and outlets, by language and by section', async () => {
  await insertAll(STORIES.veltra)
  await insert('Nordwind meldet Rekord bei Windstrom', { language: 'de' })
  await database.sql`update public.news_groups set section = 'tech' where 'de' = any (languages)`
  const totals = async (args: Record<string, unknown>) => (await list(nora, args)).total
  expect(await totals({ p_search: 'veltra disp' })).toBe(1)
  expect(await totals({ p_search: 'rekord' })).toBe(1)
  expect(await totals({ p_search: 'Outlet Nordwind' })).toBe(1)
  expect(await totals({ p_search: 'quagga' })).toBe(0)
  expect(await totals({ p_search: `${'-'.repeat(60)} -` })).toBe(0)
  expect(await totals({ p_language: 'de' })).toBe(1)
  expect(await totals({ p_section: 'tech' })).toBe(1)
  expect(await totals({ p_from: 1, p_size: 1000 })).toBe(2)
  expect((await list(nora, { p_from: 1 })).groups).toHaveLength(1)
})

describe('an editor', () => {
  test('splits items off, which do not come back, whatever is opened or told again', async () => {
    const [first, second, third] = await insertAll(STORIES.veltra)
    const id = await groupOf(first ?? '')
    const answer = await call<{ status: string; id: string }>(nora, 'split_news_group', {
      p_id: id,
      p_item_ids: [third],
    })
    expect(answer.status).toBe('split')
    expect(await groupOf(third ?? '')).toBe(answer.id)
    await database.sql`
      insert into private.news_texts (item_id, text, sentences)
      select id, 'Veltra Freight cuts 1,200 dispatch jobs, the union says.', '{}' from public.news_items`
    await groupItems({ sql: database.sql, log: createWatchedLog() }, [third ?? '', second ?? '', first ?? ''])
    expect(await groupOf(third ?? '')).toBe(answer.id)
    expect(await groupOf(second ?? '')).toBe(id)
    expect((await list(nora)).groups.map(({ links }) => links).toSorted()).toEqual([1, 2])
  })

  test('merges groups, which stay together with their followers and drafts', async () => {
    const [first] = await insertAll(STORIES.veltra)
    const [other] = await insertAll(STORIES.halden)
    const [id, into] = [await groupOf(other ?? ''), await groupOf(first ?? '')]
    const [draft] = await database.sql<[{ id: string }]>`
      insert into public.articles (slug, title, excerpt, content, category, published)
      values ('chips', 'Chips', 'Excerpt', 'Text', 'tech', false) returning id`
    await database.sql`
      insert into public.sourced_articles (article_id, group_id, begun_by) values (${draft.id}, ${id}, ${nora?.id})`
    await call(nora, 'follow_news_group', { p_id: id, p_followed: true })
    expect(await call(edda, 'merge_news_groups', { p_id: id, p_into: into })).toEqual({ status: 'merged' })
    const found = await find(nora, into)
    expect(found).toMatchObject({
      group: { links: 5, origins: 5, is_followed: true },
      drafts: [{ article_id: draft.id, title: 'Chips' }],
    })
    expect(await find(nora, id)).toBeNull()
    await groupItems({ sql: database.sql, log: createWatchedLog() }, [other ?? ''])
    expect(await groupOf(other ?? '')).toBe(into)
  })

  test('is told what cannot be', async () => {
    const [first, second, third] = await insertAll(STORIES.veltra)
    const [other] = await insertAll(STORIES.halden)
    const [id, into] = [await groupOf(first ?? ''), await groupOf(other ?? '')]
    const split = (ids: (string | undefined)[]) =>
      call(nora, 'split_news_group', { p_id: id, p_item_ids: ids })
    expect(await split([first, second, third])).toEqual({ status: 'all', id: null })
    expect(await split([other])).toEqual({ status: 'gone', id: null })
    await expect(split([])).rejects.toMatchObject({ code: '22023' })
    await expect(call(nora, 'merge_news_groups', { p_id: id, p_into: id })).rejects.toMatchObject({
      code: '22023',
    })
    expect(await call(nora, 'merge_news_groups', { p_id: randomUUID(), p_into: into })).toEqual({
      status: 'gone',
    })
    await database.sql`
      insert into public.news_items (kind, title, outlet, published_at, group_id)
      select 'text', 'More ' || n, 'Outlet', now(), ${id} from generate_series(1, 196) as n`
    expect(await call(nora, 'merge_news_groups', { p_id: into, p_into: id })).toEqual({ status: 'full' })
    await expect(list(nora, { p_show: 'some' })).rejects.toMatchObject({ code: '22023' })
  })

  test('and another one at once: each item is in one group, and groups are counted right', async () => {
    const ids = await insertAll([...STORIES.veltra, ...STORIES.halden])
    const [id, into] = [await groupOf(ids[0] ?? ''), await groupOf(ids[3] ?? '')]
    const answers = await Promise.all([
      call<{ status: string }>(nora, 'merge_news_groups', { p_id: id, p_into: into }),
      call<{ status: string }>(edda, 'merge_news_groups', { p_id: into, p_into: id }),
      call<{ status: string }>(nora, 'split_news_group', { p_id: id, p_item_ids: [ids[1]] }),
      call<{ status: string }>(edda, 'split_news_group', { p_id: id, p_item_ids: [ids[1]] }),
      insert('Veltra: 1,200 dispatch jobs and no plan'),
    ])
    expect(answers.filter((answer) => typeof answer === 'object' && answer.status === 'merged')).toHaveLength(
      1,
    )
    const rows = await database.sql`
      select links, (select count(*)::integer from public.news_items where group_id = stored.id) as counted
      from public.news_groups as stored`
    expect(rows.reduce((sum, { links }) => sum + links, 0)).toBe(6)
    for (const { links, counted } of rows) expect(links).toBe(counted)
  })
})

test('nobody but editors works with groups', async () => {
  const [first] = await insertAll(STORIES.veltra)
  const id = await groupOf(first ?? '')
  for (const [name, args] of [
    ['list_news_groups', {}],
    ['find_news_group', { p_id: id }],
    ['mark_news_group_seen', { p_id: id }],
    ['follow_news_group', { p_id: id, p_followed: true }],
    ['hide_news_group', { p_id: id, p_hidden: true }],
    ['merge_news_groups', { p_id: id, p_into: randomUUID() }],
    ['split_news_group', { p_id: id, p_item_ids: [first] }],
    ['search_news_items', { p_search: 'veltra' }],
  ] as const)
    await expect(call(emil, name, args)).rejects.toMatchObject({ code: '42501' })
})

test('a group without items ends, and one that loses some is counted again', async () => {
  const ids = await insertAll([...STORIES.veltra, ...STORIES.halden])
  await database.sql`delete from public.news_items where id = any (${[ids[0], ids[3], ids[4]]})`
  expect((await list(nora)).groups).toMatchObject([{ links: 2, origins: 2, headline: STORIES.veltra[1] }])
})

test('whoever deletes items waits for who changes groups, who locks them in another order', async () => {
  const [id = ''] = await insertAll(STORIES.veltra)
  const { sql } = database
  let deleted: Promise<unknown> = Promise.resolve()
  await sql.transaction(async (changing) => {
    await changing`select private.lock_news_groups()`
    await changing`update private.news_comparisons set is_placed = true`
    deleted = sql`delete from public.news_items where id = ${id}`
    await untilSomebodyWaits(sql)
    await changing`update public.news_items set group_id = group_id where id = ${id}`
  })
  await deleted
  expect((await list(nora)).groups).toMatchObject([{ links: 2 }])
})

test('a group names the published articles that it continues', async () => {
  const insertArticle = async (slug: string, title: string, published = true) => {
    await database.sql`
      insert into public.articles (slug, title, excerpt, content, category, published, author)
      values (${slug}, ${title}, ${`${title}. ${title}.`}, ${`${title} again. `.repeat(3)}, 'tech', ${published}, 'Nora')`
  }
  for (let n = 0; n < 12; n++)
    await insertArticle(`bees-${n}`, `Bees number ${n} settle on roofs of quiet harbours`)
  await database.sql`select private.sample_due_languages()`
  await insertArticle('veltra', 'Veltra Freight tests dispatch software Pathfinder')
  await insertArticle('draft', 'Veltra Freight dispatch software Pathfinder, a draft', false)
  await insert('Veltra cuts 1,200 dispatch jobs', {
    excerpt: 'Veltra Freight bought the dispatch software Pathfinder in 2024.',
  })
  expect((await list(nora)).groups[0]?.continues).toMatchObject([{ slug: 'veltra' }])
})
