import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documents, importing } from '#server/features/import/run/testing/import-site.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

let database: TestDatabase
let jobs: TestJobs

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, dataDir: createTemporaryFolder('hostile-import') })
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  await database.sql.script('truncate public.articles, private.imports, private.import_items cascade')
})

async function importSite(files: Record<string, string>) {
  const steps = importing(jobs.services)
  const source = memorySource(files)
  const planned = await steps.plan(source)
  return { planned, done: await steps.run(planned.id, source) }
}

const noted = (notes: { kind: string; count: number }[]) =>
  Object.fromEntries(notes.map(({ kind, count }) => [kind, count]))

test('slug-letters: an address keeps each of its letters, as a plain one', async () => {
  const fields = { title: 'A title', date: '2024-03-01' }
  const wanted = ['straße-nach-łódź', 'cœur-et-œuvre', 'þórr-og-eðla', 'iğdır', 'ﬁnal-œ-ŀ-ŀ-ĸ-ŋ']
  const files = documents(
    Object.fromEntries(wanted.map((slug, index) => [`${index}.md`, { fields: { ...fields, slug } }])),
  )
  const { done } = await importSite(files)
  expect(done.report).toMatchObject({ created: wanted.length, failed: 0 })
  expect(
    (await database.sql<{ slug: string }[]>`select slug from public.articles`).map(({ slug }) => slug).sort(),
  ).toEqual(['coeur-et-oeuvre', 'final-oe-l-l-k-n', 'igdir', 'strasse-nach-lodz', 'thorr-og-edla'])
})

test('names of a stranger are names: __proto__ is an author, a tag and a slug like any other', async () => {
  const files = documents({
    'a.md': {
      fields: { title: 'First', author: '__proto__', tags: ['constructor', '__proto__'], date: '2024-01-01' },
    },
    'b.md': {
      fields: { title: 'toString', slug: '__proto__', author: 'hasOwnProperty', date: '2024-01-01' },
    },
  })
  const { planned, done } = await importSite(files)
  expect(planned.plan?.authors.map(({ name }) => name).sort()).toEqual(['__proto__', 'hasOwnProperty'])
  expect(done.report).toMatchObject({ created: 2, failed: 0 })
  expect(await database.sql`select slug, author from public.articles order by slug`).toEqual([
    { slug: 'a', author: '__proto__' },
    { slug: 'proto', author: 'hasOwnProperty' },
  ])
})

test('names and ids with halves of characters, with NUL, and too long ones are stored', async () => {
  const half = 'x\ud83d y\u0000z'
  const cut = `${'a'.repeat(199)}😀😀`
  const post = { id: half, slug: half, title: half, custom_excerpt: half, html: `<p>${half}</p>` }
  const published = { status: 'published', published_at: '2024-01-01T00:00:00Z' }
  const data = {
    posts: [
      { ...post, ...published },
      { ...post, ...published, id: '2' },
    ],
    users: [
      { id: half, name: half, slug: half },
      { id: 'cut', name: cut, slug: cut },
    ],
    tags: [
      { id: half, name: half, slug: half },
      { id: 'cut', name: cut, slug: 'c'.repeat(3_000) },
    ],
    posts_authors: [
      { post_id: half, author_id: half },
      { post_id: '2', author_id: 'cut' },
    ],
    posts_tags: [
      { post_id: half, tag_id: half },
      { post_id: '2', tag_id: 'cut' },
    ],
  }
  const { planned, done } = await importSite({
    'a.json': JSON.stringify({ db: [{ data }] }),
    'content/data/redirects.json': JSON.stringify([{ from: half, to: half }]),
  })
  expect(done.report).toMatchObject({ created: 2, failed: 0 })
  expect(planned.plan?.terms).toHaveLength(2)
  for (const { sourceId, name } of planned.plan?.terms ?? []) {
    expect(sourceId.length).toBeLessThanOrEqual(200)
    expect([name.isWellFormed(), name.length <= 201]).toEqual([true, true])
  }
  const source = memorySource({
    'a.md': `---\ntitle: "N\\0"\nauthor: "A\\0\\uD83D"\ntags: ["T\\0${cut}"]\n---\nText`,
  })
  expect((await importing(jobs.services).plan(source)).plan?.terms).toHaveLength(1)
})

test('articles that want one slug all get one, and get the same at the next run', async () => {
  const files = documents(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        `${n}.md`,
        { fields: { title: 'Untitled', slug: 'untitled', date: '2024-01-01' } },
      ]),
    ),
  )
  const { planned, done } = await importSite(files)
  expect(planned.plan?.collisionCount).toBe(29)
  expect(done.report).toMatchObject({ created: 30, failed: 0 })
  const slugs = await database.sql<{ slug: string }[]>`select slug from public.articles order by slug`
  expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(30)
  expect((await importSite(files)).done.report).toMatchObject({ created: 0, unchanged: 30 })
})

test('what is missing or cannot be is a note, and the rest goes on', async () => {
  const files = documents({
    'good.md': { fields: { title: 'Good', date: '2024-01-01' } },
    'dates.md': { fields: { title: 'Dates', date: '2024-02-31' } },
    'empty.md': { fields: { title: 'Empty', date: '2024-01-01' }, text: '' },
    'long.md': { fields: { title: 'x'.repeat(3_000), author: 'y'.repeat(3_000), date: '2024-01-01' } },
    'dutch.nl.md': { fields: { title: 'Nederlands', language: 'nl', date: '2024-01-01' } },
    'nul.md': { fields: { title: 'N\u0000UL', slug: 'n\u0000ul', author: 'A\u0000da', date: '2024-01-01' } },
    '日本.md': { fields: { title: '日本', date: '2024-01-01' } },
  })
  const { done } = await importSite({
    ...files,
    'broken.md': '---\ntitle: [\n---\n',
    'huge.md': 'x'.repeat(2_000_000),
  })
  expect(done.report?.failed).toBe(0)
  expect(noted(done.notes)).toMatchObject({ date: expect.any(Number), incomplete: 1, language: 1 })
  const rows = await database.sql<{ title: string; published: boolean }[]>`
    select left(title, 20) as title, published from public.articles order by title`
  expect(rows).toEqual(
    expect.arrayContaining([
      { title: 'Good', published: true },
      { title: 'Empty', published: false },
      { title: 'Nederlands', published: false },
      { title: 'x'.repeat(20), published: true },
      { title: '日本', published: true },
    ]),
  )
})

test('ten thousand broken files are counted, not listed', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, n) => [`${n}.md`, '---\ntitle: [\n---\ntext\n']),
  )
  const { plan, notes } = await importing(jobs.services).plan(memorySource(files))
  expect(plan?.articles).toBeLessThanOrEqual(10_000)
  expect(Math.max(...notes.map(({ count }) => count))).toBe(10_000)
  expect(Math.max(...notes.map(({ first }) => first.length))).toBeLessThanOrEqual(50)
  expect(JSON.stringify(notes).length).toBeLessThan(200_000)
})

test('a source that the database refuses in the middle of a batch loses nothing else', async () => {
  await database.sql.script(`
    alter table public.articles add constraint refused check (title <> 'Refused') not valid`)
  const files = documents({
    'a.md': { fields: { title: 'Before', date: '2024-01-01' } },
    'b.md': { fields: { title: 'Refused', date: '2024-01-01' } },
    'b.de.md': { fields: { title: 'Abgelehnt', date: '2024-01-01' } },
    'c.md': { fields: { title: 'After', date: '2024-01-01' } },
  })
  const { done } = await importSite(files)
  await database.sql.script('alter table public.articles drop constraint refused')
  expect(done.report).toMatchObject({ created: 3, failed: 1 })
  expect(noted(done.notes)).toMatchObject({ unreadable: 1, translation: 1 })
  expect(await database.sql`select title, original_article_id from public.articles order by title`).toEqual([
    { title: 'Abgelehnt', original_article_id: null },
    { title: 'After', original_article_id: null },
    { title: 'Before', original_article_id: null },
  ])
})

test('the ids of two sites are told apart', async () => {
  const site = documents({ 'post.md': { fields: { title: 'Post', date: '2024-01-01' } } })
  await importSite(site)
  const steps = importing(jobs.services)
  const other = {
    ...memorySource(documents({ 'post.md': { fields: { title: 'Other', date: '2024-01-01' } } })),
    name: 'other-site',
  }
  const { id, plan } = await steps.plan(other)
  expect(plan?.known).toEqual({ unchanged: 0, changed: 0, touched: 0, deleted: 0 })
  expect((await steps.run(id, other)).report).toMatchObject({ created: 1, updated: 0 })
  expect(await database.sql`select slug from public.articles order by slug`).toEqual([
    { slug: 'post' },
    { slug: 'post-2' },
  ])
})
