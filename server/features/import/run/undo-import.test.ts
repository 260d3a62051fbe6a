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
  jobs = await startTestJobs(database, { works: false, dataDir: createTemporaryFolder('undo-import') })
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  await database.sql.script(
    'truncate public.articles, public.article_trash, public.article_revisions, private.imports, private.import_items, public.audit_log cascade; delete from storage.objects',
  )
})

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const names = (n: number) => `content/posts/${n}.md`
const SITE = {
  ...documents({
    [names(1)]: { fields: { title: 'One', date: '2024-01-01' }, text: 'Look: ![A dot](dot.png)' },
    [names(2)]: {
      fields: { title: 'Two', date: '2024-01-01' },
      text: 'Look: ![A dot](dot.png) ![Another](other.png)',
    },
    [names(3)]: { fields: { title: 'Three', date: '2024-01-01' } },
    'content/posts/3.de.md': { fields: { title: 'Drei', date: '2024-01-01' } },
    [names(4)]: { fields: { title: 'Four', date: '2024-01-01' } },
    [names(5)]: { fields: { title: 'Five', date: '2024-01-01' } },
    [names(6)]: { fields: { title: 'Six', date: '2024-01-01' } },
  }),
}

async function importSite() {
  const steps = importing(jobs.services)
  const source = memorySource({
    ...SITE,
    'content/posts/dot.png': PIXEL,
    'content/posts/other.png': Buffer.concat([PIXEL, Buffer.from('other')]),
  } as never)
  const { id } = await steps.plan(source)
  return steps.run(id, source)
}

test('undoing takes back what nobody has touched, with its addresses and pictures, and says what stays', async () => {
  const { id, report } = await importSite()
  expect(report).toMatchObject({ created: 7, pictures: 2, picturesFailed: 0 })
  const { sql } = database
  await sql`update public.articles set title = 'Our two' where title = 'Two'`
  await sql`delete from public.articles where title = 'Four'`
  await sql`
    insert into public.articles (slug, language, title, excerpt, content, category, original_article_id)
    select 'fuenf', 'de', 'Fünf', '', '', category, id from public.articles where title = 'Five'`
  await sql`update public.articles set title = 'Unsere Drei' where title = 'Drei'`
  const { state, undone } = await importing(jobs.services).undo(id)
  expect([state, undone]).toEqual(['undone', { removed: 2, restored: 0, kept: 4 }])
  expect((await sql`select title from public.articles order by title`).map(({ title }) => title)).toEqual([
    'Five',
    'Fünf',
    'Our two',
    'Three',
    'Unsere Drei',
  ])
  // The one that somebody has deleted is in the trash, and no other.
  expect(await sql`select title from public.article_trash`).toEqual([{ title: 'Four' }])
  expect(await sql`select did from public.audit_log where action = 'undo_import'`).toEqual([
    { did: 'took back the articles imported from “folder”' },
  ])
  const pictures = await sql`select name from storage.objects where bucket_id = 'article-images'`
  expect(pictures).toHaveLength(2)
  const [left] = await sql`
    select count(*)::int as count from private.old_addresses where not exists (select from public.articles where id = article_id)`
  expect(left?.count).toBe(0)
})

test('undoing everything leaves nothing, and what was taken back can be imported again', async () => {
  const { id } = await importSite()
  const { undone } = await importing(jobs.services).undo(id)
  expect(undone).toEqual({ removed: 7, restored: 0, kept: 0 })
  for (const table of [
    'public.articles',
    'public.article_trash',
    'public.article_revisions',
    'private.import_items',
    'private.old_addresses',
  ])
    expect((await database.sql.run(`select count(*)::int as count from ${table}`)).rows, table).toEqual([
      { count: 0 },
    ])
  expect(await database.sql`select from storage.objects where bucket_id = 'article-images'`).toEqual([])
  expect((await importSite()).report).toMatchObject({ created: 7, pictures: 2 })
})

test('what somebody has scheduled stays', async () => {
  const { id } = await importSite()
  const { sql } = database
  await sql`update public.articles set published = false where title = 'Six'`
  await sql`update private.import_items as item set written_at = updated_at from public.articles where id = article_id`
  await sql`
    insert into public.article_schedules (article_id, publish_at, zone, created_by)
    select id, now() + interval '1 day', 'UTC', gen_random_uuid() from public.articles where title = 'Six'`
  await sql`
    insert into public.article_unpublishings (article_id, unpublish_at, zone, created_by)
    select id, now() + interval '1 day', 'UTC', gen_random_uuid() from public.articles where title = 'Five'`
  expect((await importing(jobs.services).undo(id)).undone).toEqual({ removed: 5, restored: 0, kept: 2 })
})

test('what an editor is saving at this moment in a translation stays, with its original', async () => {
  const { id } = await importSite()
  const { sql } = database
  const saved = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const saving = sql.transaction(async (transaction) => {
    await transaction`select from public.articles where title = 'Three' for update`
    await transaction`update public.articles set title = 'Unsere Drei' where title = 'Drei'`
    begun.resolve()
    await saved.promise
  })
  await begun.promise
  const undoing = importing(jobs.services).undo(id)
  await expect
    .poll(
      async () => {
        const [row] = await sql<[{ waiting: boolean }]>`
          select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waiting`
        return row.waiting
      },
      { timeout: 10_000 },
    )
    .toBe(true)
  saved.resolve()
  await saving
  expect((await undoing).undone).toEqual({ removed: 5, restored: 0, kept: 2 })
  expect((await sql`select title from public.articles order by title`).map(({ title }) => title)).toEqual([
    'Three',
    'Unsere Drei',
  ])
})

test('pages come as drafts, with their pictures and links, and are taken back with the articles', async () => {
  const steps = importing(jobs.services)
  const source = memorySource({
    'content/posts/1.md': '---\ntitle: One\ndate: 2024-01-01\n---\nText',
    'about.md': '---\ntitle: About us\nlayout: page\n---\nWe. ![A dot](dot.png) [One](content/posts/1.md)',
    'dot.png': PIXEL,
  } as never)
  const { id } = await steps.plan(source)
  await steps.run(id, source)
  const { sql } = database
  expect(await sql`select slug, title, content, published from public.pages`).toEqual([
    {
      slug: 'about',
      title: 'About us',
      content: expect.stringMatching(/^We\. !\[A dot\]\(\/storage\/\S+\) \[One\]\(\/article\/1\)$/),
      published: false,
    },
  ])
  expect((await steps.undo(id)).undone).toEqual({ removed: 2, restored: 0, kept: 0 })
  expect(await sql`select from public.pages`).toEqual([])
})
