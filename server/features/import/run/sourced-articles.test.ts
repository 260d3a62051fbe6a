import { afterEach, beforeEach, expect, test } from 'vitest'
import { importing } from '#server/features/import/run/testing/import-site.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

let database: TestDatabase
let jobs: TestJobs
beforeEach(async () => {
  database = await createTestDatabase()
  jobs = await startTestJobs(database, { works: false, dataDir: createTemporaryFolder('sourced-articles') })
})
afterEach(async () => {
  await jobs.stop()
  await database.drop()
})

const SOURCE = {
  number: 2,
  outlet: 'Harbour News',
  title: 'Cranes',
  url: 'https://harbour.example/1',
  date: '2026-01-01T00:00:00Z',
}

const documentOf = (fields: object, text: string) => {
  const all = {
    ...{
      title: 'Port',
      slug: 'port',
      lang: 'en',
      date: '2026-01-02T03:04:05Z',
      authors: ['Jo'],
      categories: ['news'],
    },
    ...{ description: 'Of ports.', readingTime: '1 min', ...fields },
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${text}\n`
}

const bring = (fields: object, text = 'A text.', others: Record<string, string> = {}) =>
  bringFiles({
    'ai-watch-export.json': '{"format": 1, "siteUrl": "https://old.example"}',
    'articles/en/port.md': documentOf(fields, text),
    ...others,
  })

async function bringFiles(files: Record<string, string>) {
  const source = memorySource(files)
  const steps = importing(jobs.services)
  const { id } = await steps.plan(source)
  const { notes } = await steps.run(id, source)
  return notes.flatMap(({ first }) => first.map(({ kind, what, becomes }) => [kind, what, becomes]))
}

const stored = async () =>
  (
    await database.sql`
      select published, content, model, array(select number from public.article_sources where article_id = id) as numbers
      from public.articles left join public.sourced_articles on article_id = id`
  )[0]

test('a published article that rests on sources comes as a draft that cannot be published as it is', async () => {
  expect(await bring({ sources: [SOURCE], drafted: { model: 'm', date: '2026-01-01T00:00:00Z' } })).toEqual([
    ['incomplete', 'its sources', 'draft'],
  ])
  expect(await stored()).toMatchObject({ published: false, model: 'm', numbers: [2] })
  await expect(database.sql`update public.articles set published = true`).rejects.toThrow('articles_judged')
})

test('one that is published here without sources keeps its text when a later export names some', async () => {
  expect(await bring({})).toEqual([])
  const told = await bring({ sources: [SOURCE], lastmod: '2026-01-05T00:00:00Z' }, 'Another text.')
  expect(told).toEqual([['unreadable', expect.stringContaining('articles_judged'), 'left-out']])
  expect(await stored()).toMatchObject({
    published: true,
    content: expect.stringContaining('A text.'),
    numbers: [],
  })
})

test.each([
  ['no list', 'many'],
  ['no number', [{ ...SOURCE, number: 0 }]],
  ['a script', [{ ...SOURCE, url: 'javascript:alert(1)' }]],
  ['two lines', [{ ...SOURCE, outlet: 'A\nB' }]],
  ['too many', Array.from({ length: 201 }, (_, index) => ({ ...SOURCE, number: index + 1 }))],
])('sources that are none leave the article out: %s', async (_, sources) => {
  expect(await bring({ sources })).toEqual([['unreadable', expect.stringContaining('sources'), 'left-out']])
  expect(await stored()).toBeUndefined()
})

test('a translation of such an article comes as a draft as well', async () => {
  const german = documentOf({ lang: 'de', slug: 'hafen', translationKey: 'en/port' }, 'Ein Text.')
  expect(await bring({ sources: [SOURCE] }, 'A text.', { 'articles/de/hafen.md': german })).toEqual([
    ['incomplete', 'its sources', 'draft'],
    ['incomplete', 'its sources', 'draft'],
  ])
  expect(await database.sql`select language, published from public.articles order by language`).toEqual([
    { language: 'de', published: false },
    { language: 'en', published: false },
  ])
})

test('what another program has changed since does not replace the text that readers have, once that rests on sources', async () => {
  const post = (text: string) => ({
    'content/posts/port.md': `---\ntitle: "Port"\ndate: "2026-01-02T03:04:05Z"\n---\n${text}\n`,
  })
  expect(await bringFiles(post('A text of ours, which is long enough.'))).toEqual([])
  await database.sql`insert into public.sourced_articles (article_id) select id from public.articles`
  expect(await bringFiles(post('The port sank, which is not covered.'))).toEqual([
    ['unreadable', expect.stringContaining('articles_judged'), 'left-out'],
  ])
  expect(await stored()).toMatchObject({ published: true, content: expect.stringContaining('of ours') })
})
