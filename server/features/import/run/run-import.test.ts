import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documents, importing } from '#server/features/import/run/testing/import-site.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

let database: TestDatabase
let jobs: TestJobs

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, dataDir: createTemporaryFolder('import-run') })
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})
beforeEach(async () => {
  await database.sql.script(
    'truncate public.articles, private.imports, private.import_items, public.audit_log cascade',
  )
})

const SITE = documents({
  'content/posts/harbour.md': {
    fields: {
      title: 'The harbour',
      date: '2024-05-01T08:00:00Z',
      author: 'Ada',
      tags: ['Ships'],
      featured: true,
    },
    text: 'Ships come in at dawn. See [the market](/posts/market/) and [elsewhere](https://example.com/).',
  },
  'content/posts/market.md': {
    fields: { title: 'The market', date: '2024-06-01T08:00:00Z', categories: ['Tech'] },
  },
  'content/posts/market.de.md': { fields: { title: 'Der Markt', date: '2024-06-02T08:00:00Z' } },
  'content/posts/notes.md': { fields: { title: 'Notes', draft: true } },
  'content/posts/later.md': { fields: { title: 'Later', date: '2090-01-01T08:00:00Z' } },
})

const list = () =>
  database.sql<{ slug: string; language: string; published: boolean; author: string; category: string }[]>`
    select slug, language, published, author, category from public.articles order by slug, language`

async function importSite(files: Record<string, string> = SITE) {
  const steps = importing(jobs.services)
  const source = memorySource(files)
  const { id } = await steps.plan(source)
  return steps.run(id, source)
}

describe('a dry run', () => {
  test('says what is there and what would happen, and changes nothing', async () => {
    await database.sql`
      insert into public.articles (slug, title, excerpt, content, category) values ('market', 'Ours', '', '', 'news')`
    const { state, plan, articles } = await importing(jobs.services).plan(memorySource(SITE))
    expect([state, articles]).toEqual(['planned', 5])
    expect(plan).toMatchObject({
      articles: 5,
      translations: 1,
      published: 3,
      drafts: 1,
      scheduled: 1,
      authors: [{ name: 'Ada', articles: 1 }],
      terms: [
        { name: 'Ships', section: null, remembered: false, articles: 1 },
        { name: 'Tech', section: 'tech', remembered: false, articles: 1 },
      ],
      collisions: [{ title: 'The market', slug: 'market', becomes: 'market-2' }],
      known: { unchanged: 0, changed: 0, touched: 0, deleted: 0 },
    })
    expect(await list()).toHaveLength(1)
  })
})

describe('an import', () => {
  test('stores articles with their authors, dates, states, translations and links, and tells nobody by itself', async () => {
    await database.sql`
      insert into public.webhooks (url, events) values ('https://hooks.example.org', '["article.published"]')`
    const { state, report } = await importSite()
    expect(state).toBe('done')
    expect(report).toMatchObject({ created: 5, updated: 0, unchanged: 0, touched: 0, failed: 0 })
    expect(await list()).toEqual([
      { slug: 'harbour', language: 'en', published: true, author: 'Ada', category: 'news' },
      { slug: 'later', language: 'en', published: false, author: expect.any(String), category: 'news' },
      { slug: 'market', language: 'de', published: true, author: expect.any(String), category: 'news' },
      { slug: 'market', language: 'en', published: true, author: expect.any(String), category: 'news' },
      { slug: 'notes', language: 'en', published: false, author: expect.any(String), category: 'news' },
    ])
    const [harbour] = await database.sql`
      select content, excerpt, reading_time, featured, publish_date::text as at, updated_at::text as updated
      from public.articles where slug = 'harbour'`
    expect(harbour).toEqual({
      content: expect.stringContaining('[the market](/article/market) and [elsewhere](https://example.com/)'),
      excerpt: 'Ships come in at dawn. See the market and elsewhere.',
      reading_time: '1 min read',
      featured: true,
      at: '2024-05-01 08:00:00+00',
      updated: '2024-05-01 08:00:00+00',
    })
    const [german] = await database.sql`
      select original.slug from public.articles as translation
      join public.articles as original on original.id = translation.original_article_id where translation.language = 'de'`
    expect(german).toEqual({ slug: 'market' })
    expect(await database.sql`select publish_at::text as at, status from public.article_schedules`).toEqual([
      { at: '2090-01-01 08:00:00+00', status: 'waiting' },
    ])
    expect(await database.sql`select from public.webhook_deliveries`).toEqual([])
    expect(
      await database.sql`select did from public.audit_log where kind in ('articles', 'translations')`,
    ).toEqual([{ did: 'imported articles from “folder”' }])
    await database.sql`delete from public.webhooks`
  })

  test('sends terms to sections, and remembers where', async () => {
    const steps = importing(jobs.services)
    const source = memorySource(SITE)
    const { id, plan } = await steps.plan(source)
    const terms = (plan?.terms ?? []).map(({ sourceId, name }) => ({
      sourceId,
      section: name === 'Ships' ? 'tech' : null,
    }))
    await steps.run(id, source, { terms, section: 'business' })
    expect((await list()).map(({ category }) => category)).toEqual(['tech', ...Array(4).fill('business')])
    const again = await steps.plan(memorySource(SITE))
    expect(again.plan?.known).toEqual({ unchanged: 5, changed: 0, touched: 0, deleted: 0 })
    expect(again.choices).toEqual({ language: 'en', section: 'business', drafts: false, site: null, terms })
    expect(again.plan?.terms).toMatchObject([
      { name: 'Ships', section: 'tech', remembered: true },
      { name: 'Tech', section: null, remembered: true },
    ])
  })

  test('a second time changes only what has changed there, and nothing that somebody has changed or deleted here', async () => {
    await importSite()
    await database.sql`update public.articles set title = 'Our market' where slug = 'market' and language = 'en'`
    await database.sql`delete from public.articles where slug = 'notes'`
    const changed = documents({
      'content/posts/harbour.md': { fields: { title: 'The old harbour', date: '2024-05-01T08:00:00Z' } },
      'content/posts/market.md': { fields: { title: 'A new market', date: '2024-06-01T08:00:00Z' } },
      'content/posts/notes.md': { fields: { title: 'More notes', draft: true } },
    })
    const { report } = await importSite({ ...SITE, ...changed })
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 2, touched: 1, failed: 0 })
    const titles = await database.sql`select title from public.articles order by title`
    expect(titles.map(({ title }) => title)).toEqual(['Der Markt', 'Later', 'Our market', 'The old harbour'])
    expect((await importSite({ ...SITE, ...changed })).report).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 3,
      touched: 1,
    })
  })

  test('makes drafts of everything when it is told to', async () => {
    const steps = importing(jobs.services)
    const source = memorySource(SITE)
    const { id } = await steps.plan(source)
    await steps.run(id, source, { drafts: true })
    expect((await list()).filter(({ published }) => published)).toEqual([])
    expect(await database.sql`select from public.article_schedules`).toEqual([])
  })

  test('goes on where an earlier process has ended, and nothing is there twice', async () => {
    const many = documents(
      Object.fromEntries(
        Array.from({ length: 180 }, (_, n) => [
          `content/posts/${n}.md`,
          { fields: { title: `Number ${n}`, date: '2024-05-01' } },
        ]),
      ),
    )
    const stopping = new AbortController()
    const steps = importing(jobs.services, stopping.signal)
    const source = memorySource(many)
    const { id } = await steps.plan(source)
    const listener = setInterval(async () => {
      const [row] = await database.sql`select count(*)::int as count from public.articles`
      if (row?.count > 0) stopping.abort()
    }, 5)
    await expect(steps.run(id, source)).rejects.toThrow('aborted')
    clearInterval(listener)
    const [before] = await database.sql`select count(*)::int as count from public.articles`
    expect(before?.count).toBeGreaterThan(0)
    expect(before?.count).toBeLessThan(180)
    // The next one is stopped by an editor.
    await database.sql.script(`
      create function private.stop_imports() returns trigger language plpgsql as
        $$ begin update private.imports set stopping = true; return null; end $$;
      create trigger stop_imports after insert on public.articles execute function private.stop_imports()`)
    await expect(importing(jobs.services).run(id, source)).rejects.toThrow('Stopped.')
    await database.sql.script(
      'drop trigger stop_imports on public.articles; drop function private.stop_imports()',
    )
    const { report } = await importing(jobs.services).run(id, source)
    expect(report).toMatchObject({ created: 180, updated: 0, unchanged: 0, failed: 0 })
    expect(await list()).toHaveLength(180)
  })
})
