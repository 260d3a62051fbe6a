import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documents, importing } from '#server/features/import/run/testing/import-site.ts'
import { openSource } from '#server/features/import/source/import-source.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { writeZip } from '#server/platform/documents/testing/write-zip.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

let database: TestDatabase
let jobs: TestJobs
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, dataDir: createTemporaryFolder('two-sites-data') })
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  folder = createTemporaryFolder('two-sites')
  await database.sql.script(
    'truncate public.articles, public.article_revisions, private.imports, private.import_items cascade',
  )
})

const text = (title: string, date: string, words = `A text of ${title}.`) =>
  `---\ntitle: ${title}\ndate: ${date}\n---\n${words}\n`
const HARBOUR = text('Harbour news of A', '2024-01-01')
const MOUNTAIN = text('Mountain news of B', '2024-01-02')

type Files = Record<string, string>

/** Puts files into a folder, and opens it or one below it. */
function folderOf(files: Files, below: string) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return openSource(join(folder, below), () => {})
}

function zipOf(files: Files, name = 'content.zip') {
  const path = join(folder, name)
  writeFileSync(path, writeZip(Object.entries(files).map(([path, content]) => ({ path, content }))))
  return openSource(path, () => {})
}

async function importFrom(opening: ReturnType<typeof openSource>, siteName: string | null = null) {
  const source = await opening
  const steps = importing(jobs.services)
  try {
    const planned = await steps.plan(source, { siteName })
    return { ...(await steps.run(planned.id, source)), planned }
  } finally {
    await source.close()
  }
}

const titles = async () =>
  (await database.sql`select title from public.articles order by title`).map(({ title }) => title)

describe('import-two-folders-of-one-name', () => {
  test.each<[string, Files, string, string]>([
    ['without a configuration', {}, 'blog-a/content', 'blog-b/content'],
    [
      'with addresses beside them',
      {
        'blog-a/content/config.toml': 'baseURL = "https://harbour.blog/"',
        'blog-b/content/config.toml': 'baseURL = "https://mountain.blog/"',
      },
      'blog-a/content',
      'blog-b/content',
    ],
    [
      'with addresses above them',
      {
        'blog-a/hugo.yaml': 'title: News\nbaseURL: https://harbour.blog/',
        'blog-b/hugo.yaml': 'title: News\nbaseURL: https://mountain.blog/',
      },
      'blog-a/content',
      'blog-b/content',
    ],
    [
      'below one address',
      {
        'blog-a/_config.yml': 'url: https://jo.github.io\nbaseurl: /a',
        'blog-b/_config.yml': 'url: https://jo.github.io\nbaseurl: /b',
      },
      'blog-a/content',
      'blog-b/content',
    ],
  ])('two folders are two sites: %s', async (_, files, first, second) => {
    const all = { ...files, 'blog-a/content/hello.md': HARBOUR, 'blog-b/content/hello.md': MOUNTAIN }
    await importFrom(folderOf(all, first))
    const { report } = await importFrom(folderOf(all, second))
    expect(report).toMatchObject({ created: 1, updated: 0 })
    expect(await titles()).toEqual(['Harbour news of A', 'Mountain news of B'])
    const again = await importFrom(folderOf(all, first))
    expect(again.report).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  })

  test.each<[string, string, string, string]>([
    ['Hugo', 'hugo.toml', 'baseURL = "https://harbour.blog/"', 'baseURL = "https://mountain.blog/"'],
    ['Jekyll', '_config.yml', 'url: "https://harbour.blog"', 'url: "https://mountain.blog"'],
    [
      'Astro',
      'astro.config.mjs',
      "export default defineConfig({ site: 'https://harbour.blog' })",
      "export default defineConfig({ site: 'https://mountain.blog' })",
    ],
    ['Eleventy', '_data/site.json', '{"url": "https://harbour.blog"}', '{"url": "https://mountain.blog"}'],
    ['GitHub Pages', 'CNAME', 'harbour.blog\n', 'mountain.blog\n'],
    [
      'the content of a configuration',
      'hugo.toml',
      'title = "Harbour"\nbaseURL = "https://example.org/"',
      'title = "Mountain"\nbaseURL = "https://example.org/"',
    ],
    [
      'not the address of a menu',
      'hugo.toml',
      'title = "Harbour"\n[[menu.main]]\nurl = "https://github.com/"',
      'title = "Mountain"\n[[menu.main]]\nurl = "https://github.com/"',
    ],
    [
      'not the address of an author',
      '_config.yml',
      'title: Harbour\nauthor:\n  url: https://jo.blog\nfriends: [{ url: https://jo.blog }]',
      'title: Mountain\nauthor:\n  url: https://jo.blog\nfriends: [{ url: https://jo.blog }]',
    ],
    [
      'not an address further down',
      '_data/site.json',
      '{"author": {"url": "https://jo.blog"}, "url": "https://harbour.blog"}',
      '{"author": {"url": "https://jo.blog"}, "url": "https://mountain.blog"}',
    ],
    [
      'not the address of an example',
      'hugo.toml',
      'title = "Harbour"\nbaseURL = "https://examplesite.com/"',
      'title = "Mountain"\nbaseURL = "https://examplesite.com/"',
    ],
  ])('two zips are two sites by what they say: %s', async (_, name, first, second) => {
    await importFrom(zipOf({ [name]: first, 'content/hello.md': HARBOUR }))
    const { report } = await importFrom(zipOf({ [name]: second, 'content/hello.md': MOUNTAIN }))
    expect(report).toMatchObject({ created: 1, updated: 0 })
    const changed = text('Harbour news, again', '2025-01-01')
    const later = await importFrom(zipOf({ [name]: first, 'content/hello.md': changed }, 'other.zip'))
    expect(later.report).toMatchObject({ created: 0, updated: 1 })
    expect(await titles()).toEqual(['Harbour news, again', 'Mountain news of B'])
  })

  test('nothing is replaced before somebody has named the site, when only a name says which one it is', async () => {
    await importFrom(zipOf({ 'hello.md': HARBOUR }))
    const asked =
      'Nothing in content.zip says which site it comes from, and it would replace “Harbour news of A”. Name the site: “content” if it is the same one, another name if it is not.'
    await expect(importFrom(zipOf({ 'hello.md': MOUNTAIN }))).rejects.toThrow(asked)
    expect(await titles()).toEqual(['Harbour news of A'])
    await importFrom(zipOf({ 'hello.md': MOUNTAIN }), 'Mountain')
    expect(await titles()).toEqual(['Harbour news of A', 'Mountain news of B'])
    const changed = text('Harbour news, again', '2025-01-01')
    expect((await importFrom(zipOf({ 'hello.md': changed }), 'content')).report).toMatchObject({ updated: 1 })
    expect(await titles()).toEqual(['Harbour news, again', 'Mountain news of B'])
  })

  test('an import that was planned before another of its name has come is asked about as well', async () => {
    const steps = importing(jobs.services)
    const [one, other] = [memorySource({ 'hello.md': HARBOUR }), memorySource({ 'hello.md': MOUNTAIN })]
    const plans = [await steps.plan(one), await steps.plan(other)]
    await steps.run(plans[0]?.id ?? '', one)
    await expect(steps.run(plans[1]?.id ?? '', other)).rejects.toThrow('would replace “Harbour news of A”')
    expect(await titles()).toEqual(['Harbour news of A'])
  })

  test('a site is known again by its articles: in another place, with another configuration, and from before it had one', async () => {
    const posts = { 'content/one.md': HARBOUR, 'content/two.md': text('Two', '2024-01-03') }
    const changed = { ...posts, 'content/one.md': text('Harbour news of A', '2024-01-01', 'Other words.') }
    await importFrom(zipOf(posts))
    for (const open of [
      () => folderOf(changed, ''),
      () => zipOf({ ...posts, 'hugo.toml': 'title = "News"' }),
      () => zipOf({ ...changed, 'hugo.toml': 'title = "More news"' }, 'more.zip'),
      () => zipOf({ ...posts, 'hugo.toml': 'baseURL = "https://harbour.blog"' }),
    ])
      expect((await importFrom(open())).report).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
  })

  test('the plan and the report name what is replaced, and undoing brings it back exactly', async () => {
    const site = documents({
      'content/posts/hello.md': {
        fields: { title: 'Hello', date: '2024-01-01', tags: ['Ships'], author: 'Ada', aliases: ['/old/'] },
      },
      'content/posts/later.md': { fields: { title: 'Later', date: '2090-01-01' } },
      'content/posts/same.md': { fields: { title: 'Same', date: '2024-01-02' } },
    })
    const changed = {
      ...site,
      ...documents({
        'content/posts/hello.md': {
          fields: { title: 'Good bye', date: '2024-03-01', author: 'Bo', draft: true, aliases: ['/new/'] },
          text: 'Other words.',
        },
        'content/posts/later.md': { fields: { title: 'Now', date: '2024-02-02' } },
        'content/posts/new.md': { fields: { title: 'New', date: '2024-02-03' } },
      }),
    }
    const config = { 'hugo.toml': 'baseURL = "https://harbour.blog"' }
    await importFrom(zipOf({ ...site, ...config }))
    const before = await everything()
    const { id, planned, notes, report } = await importFrom(zipOf({ ...changed, ...config }))
    expect(planned.plan?.known).toMatchObject({ changed: 2, unchanged: 1 })
    expect(report).toMatchObject({ created: 1, updated: 2 })
    for (const named of [planned.notes, notes])
      expect(
        named
          .find(({ kind }) => kind === 'changed')
          ?.first.map(({ place, what, becomes }) => [what, place.title, becomes]),
      ).toEqual([
        ['Hello', 'Good bye', 'replaced'],
        ['Later', 'Now', 'replaced'],
      ])
    expect(await everything()).not.toEqual(before)
    const { undone, replaced } = await importing(jobs.services).undo(id)
    expect([undone, replaced]).toEqual([{ removed: 1, restored: 2, kept: 0 }, 0])
    expect(await everything()).toEqual(before)
    // It can come again.
    expect((await importFrom(zipOf({ ...changed, ...config }))).report).toMatchObject({
      created: 1,
      updated: 2,
    })
  })

  test('what somebody has changed since stays, and one import after the other is undone', async () => {
    const config = { 'hugo.toml': 'baseURL = "https://harbour.blog"' }
    const site = (n: number) => ({
      ...config,
      'one.md': text(`One ${n}`, '2024-01-01'),
      'two.md': text(`Two ${n}`, '2024-01-01'),
    })
    await importFrom(zipOf(site(1)))
    const before = await everything()
    const second = await importFrom(zipOf(site(2)))
    const third = await importFrom(zipOf(site(3)))
    const { undo } = importing(jobs.services)
    expect((await undo(third.id)).undone).toEqual({ removed: 0, restored: 2, kept: 0 })
    expect(await titles()).toEqual(['One 2', 'Two 2'])
    await database.sql`update public.articles set title = 'Ours' where title = 'Two 2'`
    expect((await undo(second.id)).undone).toEqual({ removed: 0, restored: 1, kept: 1 })
    expect(await titles()).toEqual(['One 1', 'Ours'])
    expect((await everything())[0]?.article).toEqual(before[0]?.article)
  })

  test('a time that somebody has taken away comes back neither with the next import nor with one that is undone', async () => {
    const site = (words: string) => ({
      'hugo.toml': 'baseURL = "https://harbour.blog"',
      'one.md': text('One', '2090-01-01', words),
    })
    const first = await importFrom(zipOf(site('First.')))
    const second = await importFrom(zipOf(site('Second.')))
    expect(second.report).toMatchObject({ updated: 1, touched: 0 })
    await database.sql`delete from public.article_schedules`
    const third = await importFrom(zipOf(site('Third.')))
    expect(third.planned.plan?.known).toMatchObject({ changed: 0, touched: 1 })
    expect(third.report).toMatchObject({ updated: 0, touched: 1 })
    for (const { id } of [second, first])
      expect((await importing(jobs.services).undo(id)).undone).toEqual({ removed: 0, restored: 0, kept: 1 })
    expect(await database.sql`select from public.article_schedules`).toEqual([])
  })
})

/** Every article with all that an import writes of it. */
const everything = () => database.sql`
  select to_jsonb(article) as article, to_jsonb(item) - 'replaced' as item,
    (select jsonb_agg(to_jsonb(old) order by address) from private.old_addresses as old where old.article_id = article.id) as addresses,
    (select jsonb_agg(to_jsonb(old) order by slug) from public.slug_redirects as old where old.article_id = article.id) as slugs,
    (select to_jsonb(schedule) from public.article_schedules as schedule where schedule.article_id = article.id) as schedule
  from public.articles as article join private.import_items as item on item.article_id = article.id
  order by item.source_id`
