import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { findOwnExport } from '#server/features/import/markdown/own-export.ts'
import { readMarkdown } from '#server/features/import/markdown/read-markdown.ts'
import { findFormat } from '#server/features/import/read-source.ts'
import { importing } from '#server/features/import/run/testing/import-site.ts'
import { memorySource } from '#server/features/import/testing/read-all.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { paintImage, photograph } from '../../../../tests/support/images.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
import { processorMs } from '../../../../tests/support/processor-time.ts'
import { createTemporaryFolder } from '../../../../tests/support/temporary-folder.ts'

const MARKER = '{"format": 1, "siteUrl": "https://old.example"}'
const UPLOADS = '/storage/v1/object/public/article-images/'
const FIELDS = {
  title: 'Port',
  slug: 'port',
  lang: 'en',
  date: '2026-01-02T03:04:05.678901Z',
  draft: false,
  authors: ['Jo'],
  categories: ['news'],
  description: 'Of ports.',
  readingTime: '1 min',
}

let database: TestDatabase
let jobs: TestJobs
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = createTemporaryFolder('hostile')
  jobs = await startTestJobs(database, { works: false, dataDir: folder })
})
afterEach(async () => {
  await jobs.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

type Files = Record<string, string | Buffer>

const article = (fields: object, text = 'A text.') =>
  `---\n${Object.entries({ ...FIELDS, ...fields })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n')}\n---\n${text}\n`

/** Imports files with a marker. Returns what was noted. */
async function bring(files: Files): Promise<string[]> {
  const source = memorySource({ 'ai-watch-export.json': MARKER, ...files })
  const importer = importing(jobs.services)
  const { id } = await importer.plan(source)
  const record = await importer.run(id, source)
  expect(record.state).toBe('done')
  return record.notes.flatMap(({ first }) =>
    first.flatMap(({ kind, what, becomes, place, count = 1 }) =>
      Array.from({ length: count }, () => `${place.file}: ${kind}: ${what} → ${becomes}`),
    ),
  )
}

const rowsOf = async (query: string) => (await database.sql.run(query)).rows

async function readArticles(files: Files) {
  const { report, notes } = collectNotes()
  const found = []
  const source = memorySource({ 'ai-watch-export.json': MARKER, ...files })
  for await (const item of readMarkdown(source, report)) if (item.kind === 'article') found.push(item)
  return { found, told: notes.map(({ kind, what }) => `${kind}: ${what}`) }
}

test('an export is known by its marker, also in a folder, whatever its format', async () => {
  expect(await findFormat(memorySource({ 'site/ai-watch-export.json': MARKER }))).toBe('markdown')
  const inside = await findOwnExport(
    memorySource({ 'site/ai-watch-export.json': MARKER, 'site/a.md': '', 'b.md': '' }),
  )
  expect([...(inside?.files.keys() ?? [])]).toEqual(['ai-watch-export.json', 'a.md'])
  expect(await findOwnExport(memorySource({ 'a/b/ai-watch-export.json': MARKER }))).toBeNull()
  for (const [marker, sentence] of [
    ['{"format": 1}', /is damaged/],
    ['[', /is damaged/],
    [`{"format": 1, "siteUrl": "javascript:alert(1)"}`, /is damaged/],
    [' '.repeat(20_000), /is damaged/],
  ] as const) {
    const reading = findOwnExport(memorySource({ 'ai-watch-export.json': marker }))
    await expect(reading).rejects.toThrow(UnreadableSource)
    await expect(reading).rejects.toThrow(sentence)
  }
})

test('an article with wrong fields is a note, and those that somebody has edited are read', async () => {
  const { found, told } = await readArticles({
    'articles/en/a.md': article({ slug: '../a' }),
    'articles/en/b.md': article({ lang: 'xx' }),
    'articles/en/c.md': article({ date: '2026-99-01T00:00:00Z' }),
    'articles/en/d.md': article({
      corrections: Array.from({ length: 101 }, () => ({ date: FIELDS.date, text: 'x' })),
    }),
    'articles/en/e.md': '---\ntitle: [\n---\n',
    'articles/en/f.md': 'No fields.',
    'articles/en/g.md': article({ slug: 'g' }, 'a \0 b'),
    'articles/en/h.md': article({ slug: 'h' }),
    'articles/en/i.md': article({ slug: 'h' }),
    'articles/en/j.md': Buffer.from([0xff, 0xfe, 0x00]),
    'articles/en/k.md': article({
      slug: 'k',
      authors: ['__proto__'],
      aliases: ['/article/old-k', '/admin', '/article/x?lang=de'],
    }),
    'articles/en/l.md':
      '---\r\ntitle: Edited\r\nslug: l\r\nlang: en\r\ndate: 2026-01-02\r\nauthors: [Jo]\r\ncategories: [news]\r\ntranslation: {origin: person, date: 2026-01-02}\r\n---\r\nText\r\n',
    'articles/en/../../../etc/m.md': article({ slug: 'm' }),
  })
  expect(found.map(({ slug }) => slug)).toEqual(['h', 'h', 'k', 'l', 'm'])
  // The last is about the zone of a date.
  expect(told).toHaveLength(9)
  expect(found.find(({ slug }) => slug === 'k')?.own).toMatchObject({
    row: { author: '__proto__' },
    slugs: ['old-k'],
  })
  expect(found.find(({ slug }) => slug === 'l')?.own).toMatchObject({
    row: { title: 'Edited', publish_date: '2026-01-02T00:00Z' },
  })
})

test('one picture with something hidden is encoded again, what is none is left out, and no path leads outside', async () => {
  const photo = await photograph()
  const told = await bring({
    'pictures.json': JSON.stringify([
      { address: `${UPLOADS}a.jpg`, file: 'a.jpg', alts: { en: 'A pier', xx: 'no language' } },
      { address: `${UPLOADS}b.png`, file: 'b.png', licenceUrl: 'javascript:alert(1)' },
      { address: `${UPLOADS}c.png`, file: 'c.png' },
      { address: `${UPLOADS}d.png`, file: '../../../../etc/passwd' },
      { address: `${UPLOADS}../x.png`, file: 'a.jpg' },
      { address: '/storage/v1/object/public/imports/x.png', file: 'a.jpg' },
      { address: `${UPLOADS}e.png`, file: 'a.jpg', focus: [1, 1000] },
    ]),
    'a.jpg': Buffer.concat([photo, Buffer.from('PK\u0003\u0004 a second file')]),
    'b.png': await paintImage('png'),
    'c.png': '<svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"/>',
  })
  expect(told.filter((note) => note.includes('picture'))).toHaveLength(7)
  const stored = await rowsOf(
    `select name, size::integer, alts, licence_url from public.media_files order by name`,
  )
  expect(stored.map(({ name, licence_url }) => [name, licence_url])).toEqual([
    ['a.jpg', null],
    ['b.png', null],
  ])
  const objects = await rowsOf(`select version from storage.objects where name = 'a.jpg'`)
  const parts: Buffer[] = []
  for await (const part of (await jobs.services.storage.backend.read(objects[0].version)) ?? [])
    parts.push(part as Buffer)
  expect(Buffer.concat(parts).includes('a second file')).toBe(false)
})

test.each(['2024-02-30T00:00:00Z', '2024-01-01T00:00:00+20:00', '0000-01-01T00:00:00Z'])(
  'what has the date %s, which no database can store, is left out, and everything else is there',
  async (date) => {
    await bring({
      'articles/en/good.md': article({ slug: 'good' }),
      'articles/en/bad.md': article({ slug: 'bad', date }),
    })
    expect(await database.sql`select slug from public.articles`).toEqual([{ slug: 'good' }])
  },
)

test('fields are read in bounded time, however deep, long or entangled they are', async () => {
  const began = processorMs()
  const bombs = Array.from({ length: 20 }, (_, n) => `a${n}: &a${n} [*a${n - 1}, *a${n - 1}, *a${n - 1}]`)
  const { found, told } = await readArticles({
    'articles/en/a.md': article({ slug: 'a', more: 'x'.repeat(2_000_000) }),
    'articles/en/b.md': article({ slug: 'b' }).replace(
      'title:',
      `more: ${'['.repeat(200_000)}${']'.repeat(200_000)}\ntitle:`,
    ),
    'articles/en/c.md': `---\na-1: &a-1 x\n${bombs.join('\n')}\n---\nA text.\n`,
    'articles/en/d.md': `---\nmore: ${'{a: '.repeat(15_000)}\n---\nA text.\n`,
    'articles/en/e.md': `---\n${'more: x y\n'.repeat(100_000)}---\nA text.\n`,
    'articles/en/f.md': article({
      slug: 'f',
      corrections: Array.from({ length: 100 }, () => ({ date: FIELDS.date, text: 'x'.repeat(4_000) })),
    }),
  })
  expect(found.map(({ slug }) => slug)).toEqual(['b', 'f'])
  expect(told.filter((note) => note.startsWith('unreadable') || note.startsWith('too-large'))).toHaveLength(4)
  expect(processorMs() - began).toBeLessThan(15_000)
})

test('a later format is read, and what is not known of it is named', async () => {
  const told = await bring({
    'ai-watch-export.json': '{"format": 9, "siteUrl": "https://old.example", "more": 1}',
    'articles/en/port.md': article({ mood: 'calm' }),
    'holograms/a.holo': 'x',
  })
  expect(await rowsOf('select slug from public.articles')).toEqual([{ slug: 'port' }])
  expect(told).toEqual([
    'articles/en/port.md: other-data: field mood → left-out',
    'holograms/a.holo: refused-file: .holo → ignored',
  ])
})

test('what is neither an article, a draft of a page nor a picture is named with the way in which it comes', async () => {
  const told = await bring({
    'articles/en/port.md': article({}),
    'site/site.json': JSON.stringify({ site_name: 'Theirs' }),
    'site/drafts/help.en.md': '---\ntitle: "Help"\nslug: "help"\nlang: "en"\nlayout: "page"\n---\nSoon.\n',
    'newsletter/2026-01-04/issue.json': '{}',
    'newsletter/2026-01-04/en.html': '<p>x</p>',
    'memory/en-de.tmx': '<tmx/>',
    'glossary.tbx': '<tbx/>',
    'authors.json': '[]',
    'redirects.json': '[]',
    'subscribers.csv': 'email\r\na@example.org\r\n',
    'suppressed-addresses.csv': 'sha256\r\n',
  })
  expect(told.map((note) => note.slice(note.indexOf(' ') + 1)).toSorted()).toEqual([
    'other-data: authors.json: not taken; use restore → left-out',
    'other-data: glossary.tbx: not taken; use restore → left-out',
    'other-data: memory: not taken; use restore → left-out',
    'other-data: newsletter: not taken; use restore → left-out',
    'other-data: newsletter: not taken; use restore → left-out',
    'other-data: redirects.json: not taken; use restore → left-out',
    'other-data: settings, sections and published pages: npm run setup -- --file site/site.json → left-out',
    'other-data: subscribers.csv: Newsletter → Subscribers → Import CSV → left-out',
    'other-data: suppressed-addresses.csv: not taken; use restore → left-out',
    'page: site/drafts/help.en.md → draft',
  ])
  expect(await rowsOf('select slug, published from public.pages')).toEqual([
    { slug: 'help', published: false },
  ])
  expect(await rowsOf('select key from public.settings')).toEqual([])
  expect(await rowsOf('select email from public.newsletter_subscribers')).toEqual([])
})

test('a marker whose address is none is refused in a sentence', async () => {
  for (const siteUrl of ['https://a.example\u0000', 'https://a.example\ud83d', 'https://a.example/\nb']) {
    const source = memorySource({ 'ai-watch-export.json': JSON.stringify({ format: 1, siteUrl }) })
    await expect(importing(jobs.services).plan(source)).rejects.toThrow(UnreadableSource)
  }
})

test('a paper that is not empty keeps what it has', async () => {
  await database.sql`insert into public.pages (slug, title, content, published) values ('imprint', 'Mine', 'Mine.', true)`
  await database.sql`
    insert into public.articles (slug, title, excerpt, content, category, author, published, featured)
    values ('port', 'Mine', 'Mine', 'Mine.', 'news', 'Me', true, true)`
  await bring({
    'articles/en/port.md': article({ featured: true }),
    'site/drafts/imprint.en.md':
      '---\ntitle: "Theirs"\nslug: "imprint"\nlang: "en"\nlayout: "page"\n---\nTheirs.\n',
  })
  expect(await rowsOf(`select slug, title from public.pages order by slug`)).toEqual([
    { slug: 'imprint', title: 'Mine' },
  ])
  expect(await rowsOf('select slug, title, featured from public.articles order by slug')).toEqual([
    { slug: 'port', title: 'Mine', featured: true },
    { slug: 'port-2', title: 'Port', featured: false },
  ])
})
