import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chooseTopics } from '#server/features/articles/choose-topics.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { rowsOf } from '../support/fragments.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.sql`truncate public.articles cascade`
  await database.sql`delete from private.word_samples`
})

/** Stores a published article, in which each word stands twice; returns its id. */
async function add(words: string, change: Record<string, unknown> = {}): Promise<string> {
  const [row] = await database.sql<[{ id: string }]>`
    insert into public.articles ${rowsOf({
      slug: `a-${crypto.randomUUID()}`,
      title: 'Untitled',
      excerpt: 'Nothing more.',
      content: `${words}. ${words}.`,
      category: 'tech',
      published: true,
      ...change,
    })} returning id`
  return row.id
}

const choose = () => chooseTopics(database.sql)

async function topicsOf(id: string): Promise<string[]> {
  const rows = await database.sql<{ word: string }[]>`
    select word from private.topic_words where article_id = ${id} order by weight desc, word`
  return rows.map(({ word }) => word)
}

async function likenessOf(one: string, other: string): Promise<number> {
  const [row] = await database.sql`
    select likeness from private.like_article(${one}) where article_id = ${other}`
  return row?.likeness ?? 0
}

test('the words that most articles have tell least, and so does what is written once', async () => {
  const zebra = await add('model zebra')
  for (const animal of ['lion', 'tiger', 'koala', 'gnu', 'ibex']) await add(`model ${animal}`)
  const once = await add('model panda', { content: 'Model and model, and a panda.' })
  await choose()
  expect(await topicsOf(zebra)).toEqual(['zebra', 'model'])
  expect(await topicsOf(once)).toEqual(['model'])
})

test('a word of the title weighs more than one of the summary, and that more than one of the text', async () => {
  const id = await add('zebra lion panda', { title: 'A zebra', excerpt: 'With a lion' })
  await database.sql`
    update public.articles set content = 'A zebra, a lion, a panda and another panda.' where id = ${id}`
  await choose()
  expect(await topicsOf(id)).toEqual(['zebra', 'lion', 'panda'])
})

test('numbers, code, very short words, links and the names of authors are no topics', async () => {
  const id = await add('2026 17th ab zebra Lindqvist', {
    author: 'Mara Lindqvist',
    content:
      '2026 2026 17th 17th ab ab zebra zebra https://example.org https://example.org Lindqvist Lindqvist\n\n```\ngnu gnu\n```',
  })
  await choose()
  expect(await topicsOf(id)).toEqual(['zebra'])
})

test.each([
  ['es', 'los árboles y el árbol', ['arbol']],
  ['fr', 'le réseau des écoles', ['ecol', 'reseau']],
  ['de', 'die Häuser und die Übersetzung', ['haus', 'ubersetz']],
  ['it', 'la città e la università', ['citt', 'univers']],
  ['pt', 'a tradução e as lições', ['lica', 'traduca']],
])('in %s a word with accents counts once', async (language, words, expected) => {
  const id = await add(words, { language })
  await choose()
  expect((await topicsOf(id)).toSorted()).toEqual(expected)
})

test('articles are alike by what only they have in common, and one word may be chance', async () => {
  const hospital = await add('hospital triage model report')
  const clinic = await add('hospital triage nurses report')
  const architect = await add('hospital architecture concrete')
  for (const filler of ['bread oven', 'pipes water', 'chips memory', 'court ruling']) {
    await add(`${filler} model report`)
  }
  await choose()
  expect(await likenessOf(hospital, clinic)).toBeGreaterThan(0.5)
  expect(await likenessOf(clinic, hospital)).toBe(await likenessOf(hospital, clinic))
  expect(await likenessOf(hospital, architect)).toBe(0)
})

test('only published originals have topics, and these go with them', async () => {
  const topics = async () =>
    (await database.sql`select article_id from private.article_topics`).map(({ article_id }) => article_id)
  const original = await add('zebra lion')
  const translation = await add('zebra lion', { language: 'de', original_article_id: original })
  const draft = await add('zebra lion', { published: false })
  await choose()
  expect(await topics()).toEqual([original])

  await database.sql`update public.articles set published = true where id = ${draft}`
  expect(await topicsOf(draft)).toEqual(['lion', 'zebra'])
  await database.sql`update public.articles set published = false where id = ${original}`
  expect(await topics()).toEqual([draft])
  await database.sql`update public.articles set original_article_id = null where id = ${translation}`
  expect((await topics()).toSorted()).toEqual([draft, translation].toSorted())
  await database.sql`delete from public.articles`
  expect(await topics()).toEqual([])
  expect(await database.sql`select from private.topic_words`).toHaveLength(0)
})

test('an article has its topics as soon as it is published or changed, without a job', async () => {
  await add('zebra lion')
  await choose()
  const later = await add('panda lion')
  expect(await topicsOf(later)).toEqual(['lion', 'panda'])
  await database.sql`update public.articles set content = 'An ibex is an ibex.' where id = ${later}`
  expect(await topicsOf(later)).toEqual(['ibex'])
})

test('words are counted again when the publication has grown by a tenth, and chosen again by that', async () => {
  const sampledAt = async () =>
    (await database.sql`select sampled_at::text from private.word_samples where language = 'en'`)[0]
      ?.sampled_at
  for (let n = 0; n < 20; n++) await add(`zebra lion filler${'x'.repeat(n)}`)
  await choose()
  const first = await sampledAt()
  await add('zebra')
  await add('zebra')
  await choose()
  expect(await sampledAt()).toBe(first)
  const third = await add('zebra panda')
  await choose()
  expect(await sampledAt()).not.toBe(first)
  expect(await topicsOf(third)).toEqual(['panda', 'zebra'])
  const [outdated] = await database.sql`
    select count(*)::int as count from private.article_topics join private.word_samples using (language)
    where chosen_by is distinct from sampled_at`
  expect(outdated).toEqual({ count: 0 })
})

test('several processes can choose at the same time, and articles that are being saved are left for the next run', async () => {
  const saved = await add('zebra lion')
  const others = await Promise.all(['gnu', 'ibex', 'panda'].map((animal) => add(`zebra ${animal}`)))
  await database.sql.transaction(async (editor) => {
    await editor`select from private.article_topics where article_id = ${saved} for update`
    await Promise.all([choose(), choose()])
    expect(await topicsOf(saved)).toEqual([])
    for (const other of others) expect(await topicsOf(other)).toContain('zebra')
  })
  await Promise.all([choose(), choose()])
  expect(await topicsOf(saved)).toEqual(['lion', 'zebra'])
})

test('the choosing stops when it is told to, and goes on later', async () => {
  const id = await add('zebra lion')
  await chooseTopics(database.sql, AbortSignal.abort())
  expect(await topicsOf(id)).toEqual([])
  await choose()
  expect(await topicsOf(id)).toEqual(['lion', 'zebra'])
})

test.each<[string, string]>([
  ['a megabyte of different words', Array.from({ length: 125_000 }, (_, n) => `w${letters(n)}`).join(' ')],
  ['the same twice', Array.from({ length: 40_000 }, (_, n) => `w${letters(n >> 1)}`).join(' ')],
  ['10,000 headings', Array.from({ length: 10_000 }, (_, n) => `## Heading ${letters(n)}`).join('\n\n')],
  ['one word without an end', 'z'.repeat(1_000_000)],
  ['names of prototypes', '__proto__ constructor __proto__ constructor hasOwnProperty'.repeat(1000)],
])('%s: at most forty words, in bounded time', async (_, content) => {
  await add('zebra lion')
  await choose()
  await database.sql.transaction(async (session) => {
    await session`set local statement_timeout = '60s'`
    await session`
      insert into public.articles (slug, title, excerpt, content, category, published)
      values ('hostile', 'Zebra', 'Zebra', ${content}, 'tech', true)`
    const [row] = await session`
      select count(*)::int as count, max(char_length(word)) as longest from private.topic_words
      join public.articles on articles.id = article_id where slug = 'hostile'`
    expect(row?.count).toBeLessThanOrEqual(40)
    expect(row?.longest).toBeLessThanOrEqual(60)
  })
})

/** A number in letters. */
function letters(n: number): string {
  return [...n.toString(10)].map((digit) => 'bdfgkmnprt'[Number(digit)]).join('')
}
