import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents, importing } from '#server/features/import/run/testing/import-site.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

let database: TestDatabase
let jobs: TestJobs
beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, dataDir: createTemporaryFolder('undo-own-export') })
})
afterAll(async () => {
  await jobs.stop()
  await database.drop()
})

const TABLES = [
  ['public.articles', 'id'],
  ['private.import_items', 'article_id'],
  ['public.slug_redirects', 'slug'],
  ['private.old_addresses', 'address'],
  ['public.article_schedules', 'article_id'],
  ['public.article_unpublishings', 'article_id'],
  ['public.article_corrections', 'id'],
  ['public.article_translations', 'translation_id'],
  ['public.sourced_articles', 'article_id'],
  ['public.article_sources', 'number'],
] as const

async function everything() {
  const rows: Record<string, unknown[]> = {}
  for (const [table, order] of TABLES)
    rows[table] = (
      await database.sql.run(`select to_jsonb(it) - 'replaced' as row from ${table} as it order by ${order}`)
    ).rows
  return rows
}

const common = {
  date: '2026-01-02T03:04:05Z',
  lastmod: '2026-01-03T00:00:00Z',
  authors: ['Jo'],
  categories: ['news'],
  description: 'Of ports.',
  readingTime: '1 min',
}
const source = {
  number: 1,
  outlet: 'Courier',
  title: 'A port',
  url: 'https://courier.example/port',
  date: '2026-01-01T00:00:00Z',
}

const exportOf = (articles: Parameters<typeof documents>[0]) =>
  memorySource({
    'ai-watch-export.json': '{"format": 1, "siteUrl": "https://old.example"}',
    ...documents(articles),
  })

const first = (more = '') =>
  exportOf({
    'articles/en/port.md': {
      fields: {
        ...{
          ...common,
          title: `Port${more}`,
          slug: 'port',
          lang: 'en',
          featured: true,
          aliases: ['/article/harbour', '/old'],
        },
        corrections: [{ date: '2026-01-03T00:00:00Z', text: 'It has two quays.' }],
        unpublish: { at: '2090-01-01T00:00:00Z', zone: 'UTC' },
      },
    },
    'articles/de/hafen.md': {
      fields: {
        ...{ ...common, title: `Hafen${more}`, slug: 'hafen', lang: 'de', translationKey: 'en/port' },
        translation: { origin: 'machine', model: 'a-model', date: '2026-01-03T00:00:00Z' },
        corrections: [
          {
            date: '2026-01-03T00:00:00Z',
            text: 'Er hat zwei Kais.',
            translates: '2026-01-03T00:00:00Z',
            translatedtext: 'It has two quays.',
          },
        ],
      },
    },
    'articles/en/later.md': {
      fields: {
        ...{ ...common, title: `Later${more}`, slug: 'later', lang: 'en', draft: true },
        publish: { at: '2090-01-01T00:00:00Z', zone: 'UTC', featured: false },
      },
    },
  })
const SECOND = exportOf({
  'articles/en/port.md': {
    fields: {
      ...{ ...common, title: 'Another port', slug: 'port', lang: 'en', lastmod: '2026-02-01T00:00:00Z' },
      ...{ aliases: ['/article/quay', '/older'], created: '2025-01-01T00:00:00Z' },
      corrections: [{ date: '2026-01-31T00:00:00Z', text: 'It has one quay.' }],
    },
    text: 'Other words.',
  },
  'articles/de/hafen.md': {
    fields: {
      ...{ ...common, title: 'Anderer Hafen', slug: 'hafen', lang: 'de', translationKey: 'en/port' },
      translation: { origin: 'person', date: '2026-01-31T00:00:00Z', outdated: '2026-02-01T00:00:00Z' },
    },
  },
  'articles/en/later.md': {
    fields: { ...common, title: 'Never', slug: 'later', lang: 'en', draft: true, sources: [source] },
  },
})

async function run(files: ReturnType<typeof memorySource>) {
  const steps = importing(jobs.services)
  return steps.run((await steps.plan(files)).id, files)
}
const undo = async (id: string) => (await importing(jobs.services).undo(id)).undone

test('undoing a second export brings everything back that it has replaced', async () => {
  expect((await run(first())).report).toMatchObject({ created: 3, failed: 0 })
  const before = await everything()
  for (const [table] of TABLES.slice(0, 8)) expect(before[table], table).not.toEqual([])
  const { id, report } = await run(SECOND)
  expect(report).toMatchObject({ created: 0, updated: 3, failed: 0 })
  const between = await everything()
  for (const [table] of TABLES) expect(between[table], table).not.toEqual(before[table])
  expect(await undo(id)).toEqual({ removed: 0, restored: 3, kept: 0 })
  expect(await everything()).toEqual(before)
})

test('times that somebody has taken away come back neither with the next export nor with one that is undone', async () => {
  await database.sql`delete from public.article_schedules`
  await database.sql`delete from public.article_unpublishings`
  const { id, report } = await run(first(' again'))
  expect(report).toMatchObject({ created: 0, updated: 1, touched: 2 })
  expect(await undo(id)).toEqual({ removed: 0, restored: 1, kept: 0 })
  const { 'public.article_schedules': schedules, 'public.article_unpublishings': endings } =
    await everything()
  expect([schedules, endings]).toEqual([[], []])
})
