import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { findOwnExport } from '#server/features/import/publication/own-export.ts'
import { readOwnArticles } from '#server/features/import/publication/read-own-articles.ts'
import { findFormat } from '#server/features/import/read-source.ts'
import { importing } from '#server/features/import/run/testing/import-site.ts'
import { memorySource } from '#server/features/import/testing/memory-source.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { paintImage, photograph } from '../../../../tests/support/images.ts'
import { startTestJobs, type TestJobs } from '../../../../tests/support/jobs.ts'
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
  const own = await findOwnExport(memorySource({ 'ai-watch-export.json': MARKER, ...files }))
  if (!own) throw new Error('It is no export')
  const found = []
  for await (const item of readOwnArticles(own, report)) if (item.kind === 'article') found.push(item)
  return { found, told: notes.map(({ kind, what }) => `${kind}: ${what}`) }
}

test('an export is known by its marker, also in a folder, and a later format is refused with what to do', async () => {
  expect(await findFormat(memorySource({ 'site/ai-watch-export.json': MARKER }))).toBe('markdown')
  const inside = await findOwnExport(
    memorySource({ 'site/ai-watch-export.json': MARKER, 'site/a.md': '', 'b.md': '' }),
  )
  expect([...(inside?.files.keys() ?? [])]).toEqual(['ai-watch-export.json', 'a.md'])
  expect(await findOwnExport(memorySource({ 'a/b/ai-watch-export.json': MARKER }))).toBeNull()
  for (const [marker, sentence] of [
    ['{"format": 2, "siteUrl": "https://old.example"}', /format 2.*up to 1\. Update this site/],
    ['{"format": "1"}', /is damaged/],
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
  expect(found.map(({ slug }) => slug)).toEqual(['m', 'h', 'k', 'l'])
  expect(told).toHaveLength(9)
  expect(found.find(({ slug }) => slug === 'k')?.own).toMatchObject({ author: '__proto__', slugs: ['old-k'] })
  expect(found.find(({ slug }) => slug === 'l')?.own).toMatchObject({
    title: 'Edited',
    publishDate: '2026-01-02T00:00Z',
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
  expect(told.filter((note) => note.includes('picture'))).toHaveLength(8)
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

test('settings are checked as those of the desk, all or none, and nothing beside the file is read', async () => {
  const told = await bring({
    'site/site.json': JSON.stringify({
      site_name: 'X',
      smtp_password: 'secret',
      logo: '../../etc/passwd',
      pages: { imprint: { en: { title: 'I', file: './no.md' } } },
    }),
  })
  expect(told.join('\n')).toMatch(/smtp_password.*left-out/)
  expect(told.join('\n')).toMatch(/logo.*left-out/)
  expect(await rowsOf('select key from public.settings')).toEqual([])
  expect(await rowsOf('select slug from public.pages')).toEqual([])
})

test('glossary and memory that define entities, are cut short or are too deep leave what was there unharmed', async () => {
  const bomb = '<!DOCTYPE tmx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  const unit = (text: string) =>
    `<tu creationdate="20260102T030405Z"><prop type="x-context">paragraph</prop><prop type="x-origin">person</prop><tuv xml:lang="en"><seg>Port</seg></tuv><tuv xml:lang="de"><seg>${text}</seg></tuv></tu>`
  const entry = (term: string) =>
    `<conceptEntry id="a"><langSec xml:lang="en"><termSec><term>Port</term></termSec></langSec><langSec xml:lang="de"><termSec><term>${term}</term><note>translate-as</note></termSec></langSec></conceptEntry>`
  const told = await bring({
    'glossary.tbx': `<?xml version="1.0"?>${bomb}<tbx><text><body>${entry('&b;')}</body></text></tbx>`,
    'memory/en-de.tmx': `<tmx><header/><body>${unit('Hafen')}${unit('Zweiter')}<tu><tuv>`,
    'memory/en-fr.tmx': `${bomb}<tmx><body>${unit('&b;')}</body></tmx>`,
    'memory/en-it.tmx': `<tmx><body>${'<a>'.repeat(5_000)}`,
    'memory/en-xx.tmx': `<tmx><body>${unit('Hafen')}</body></tmx>`,
  })
  expect(told.filter((note) => note.startsWith('glossary.tbx'))).toHaveLength(1)
  expect(told.filter((note) => note.startsWith('memory/'))).toHaveLength(3)
  expect(await rowsOf('select count(*)::integer as count from public.glossary_terms')).toEqual([{ count: 0 }])
  expect(
    await rowsOf('select language, text, source_hash from public.translation_segments order by id'),
  ).toEqual(
    ['Hafen', 'Zweiter'].map((text) => ({
      language: 'de',
      text,
      source_hash: createHash('sha256').update('Port').digest('hex'),
    })),
  )
})

test('no issue is mailed or shown that was not, and none can carry script', async () => {
  const issue = (fields: object) =>
    JSON.stringify({
      status: 'sent',
      created: FIELDS.date,
      changed: FIELDS.date,
      editions: [{ language: 'en', subject: 'Ports', preheader: '', origin: 'person' }],
      ...fields,
    })
  const sent = { approved: FIELDS.date, started: FIELDS.date, ended: FIELDS.date, audience: 5 }
  const web = '<p onclick="x()">Ports <a href="javascript:alert(1)">x</a><script>alert(1)</script></p>'
  const mail = { 'en.html': '<p>\uFDD0unsubscribe\uFDD1</p>', 'en.txt': 'Ports', 'en.web.html': web }
  const filesOf = (name: string, fields: object) => ({
    [`newsletter/${name}/issue.json`]: issue(fields),
    ...Object.fromEntries(
      Object.entries(mail).map(([file, content]) => [`newsletter/${name}/${file}`, content]),
    ),
  })
  const told = await bring({
    'articles/en/port.md': article({}),
    ...filesOf('a', {
      slug: '2026-01-04',
      ...sent,
      items: [{ article: 'en/none', section: 'top', position: 0 }],
    }),
    ...filesOf('b', {
      slug: '2026-01-11',
      ...sent,
      status: 'scheduled',
      scheduled: '2026-01-11T00:00:00Z',
      started: null,
      ended: null,
    }),
    ...filesOf('c', {
      slug: '2026-01-18',
      ...sent,
      status: 'sending',
      created: '2026-01-17T00:00:00Z',
      ended: null,
    }),
    ...filesOf('d', { slug: '2026-01-25', ...sent, status: 'draft', created: '2026-01-24T00:00:00Z' }),
    ...filesOf('e', {
      slug: '2026-02-01',
      ...sent,
      editions: [{ language: 'en', subject: 'a\nBcc: x@example.org', preheader: '', origin: 'person' }],
    }),
    ...filesOf('f', { slug: '../admin', ...sent }),
  })
  expect(told.filter((note) => note.startsWith('newsletter/'))).toHaveLength(5)
  expect(
    await rowsOf(
      'select slug, status, started_at is null as unread from public.newsletter_issues order by created_at, slug',
    ),
  ).toEqual([
    { slug: '2026-01-04', status: 'sent', unread: false },
    { slug: null, status: 'draft', unread: true },
    { slug: '2026-01-18', status: 'sent', unread: false },
    { slug: null, status: 'draft', unread: true },
  ])
  for (const { html, content } of await rowsOf('select html, content from public.newsletter_messages')) {
    expect(content).toBe('<p>Ports x</p>')
    expect(html).toBe('<p>unsubscribe</p>')
  }
  expect(await rowsOf('select id from public.newsletter_deliveries')).toEqual([])
})

test('old addresses lead to pages of this paper only, and never replace one', async () => {
  await bring({
    'site/site.json': JSON.stringify({
      pages: { imprint: { en: { title: 'Imprint', content: 'Who we are.' } } },
    }),
    'redirects.json': JSON.stringify([
      ...[
        '/admin',
        '/news',
        '/about',
        '/imprint',
        '/old/imprint',
        'https://evil.example/a',
        '/old-imprint',
      ].map((from) => ({ from, to: '/imprint' })),
      { from: '/elsewhere', to: 'https://evil.example' },
      { from: '/nowhere', to: '/none' },
    ]),
  })
  expect(await rowsOf('select slug, leads_to from private.page_redirects')).toEqual([
    { slug: 'old-imprint', leads_to: 'imprint' },
  ])
})

test('who has left or may not be mailed stays out, whatever the list of subscribers says', async () => {
  const hash = createHash('sha256').update('erased@example.org').digest('hex')
  await database.sql`
    insert into public.newsletter_subscribers (email, confirmed, is_active, left_at, left_reason)
    values ('here@example.org', true, false, now(), 'unsubscribed')`
  const header = 'email,language,subscribed_at,confirmed,confirmed_at,active,left_at,left_reason'
  const at = '2026-01-01T00:00:00Z'
  const list = [
    header,
    `erased@example.org,en,${at},true,${at},true,,`,
    `here@example.org,en,${at},true,${at},true,,`,
    `there@example.org,en,${at},true,${at},false,2026-01-02T00:00:00Z,complained`,
    `pending@example.org,en,${at},false,,true,,`,
    `'=new@example.org,de,${at},true,${at},true,,`,
    'no address,xx,yesterday,,,false,,',
  ]
  const cutShort = await bring({ 'subscribers.csv': [...list, '"unclosed'].join('\r\n') })
  expect(cutShort.join()).toMatch(/quotation mark.*has no end/)
  expect(await rowsOf('select email from public.newsletter_subscribers where is_active')).toEqual([])
  await bring({
    'suppressed-addresses.csv': `sha256,reason,suppressed_at\r\n${hash},erased,${at}\r\nnone,erased,${at}\r\n`,
    'subscribers.csv': list.join('\r\n'),
  })
  const present = await rowsOf(
    'select email, language, left_reason from public.newsletter_subscribers order by email',
  )
  expect(present).toEqual([
    { email: '=new@example.org', language: 'de', left_reason: null },
    { email: 'here@example.org', language: 'en', left_reason: 'unsubscribed' },
    { email: 'there@example.org', language: 'en', left_reason: 'complained' },
  ])
  await bring({ 'subscribers.csv': [header, `there@example.org,en,${at},true,${at},true,,`].join('\r\n') })
  expect(
    await rowsOf('select email, language, left_reason from public.newsletter_subscribers order by email'),
  ).toEqual(present)
})

test.each(['2024-02-30T00:00:00Z', '2024-01-01T00:00:00+20:00', '0000-01-01T00:00:00Z'])(
  'what has the date %s, which no database can store, is left out, and everything else is there',
  async (date) => {
    const unit = (day: string, text: string) =>
      `<tu creationdate="${day}"><prop type="x-origin">person</prop><prop type="x-context">p</prop><tuv xml:lang="en"><seg>${text}</seg></tuv><tuv xml:lang="de"><seg>${text}</seg></tuv></tu>`
    const columns = 'email,language,subscribed_at,confirmed,confirmed_at,active,left_at,left_reason'
    await bring({
      'articles/en/good.md': article({ slug: 'good' }),
      'articles/en/bad.md': article({ slug: 'bad', date }),
      'site/site.json': JSON.stringify({ pages: { crew: { en: { title: 'Crew', content: 'Us.' } } } }),
      'site/pages.json': JSON.stringify([{ slug: 'crew', lang: 'en', lastmod: date }]),
      'memory/en-de.tmx': `<tmx><header/><body>${unit('00000101T000000Z', 'One')}${unit('20240101T000000Z', 'Two')}</body></tmx>`,
      'suppressed-addresses.csv': `sha256,reason,suppressed_at\n${'a'.repeat(64)},bounced,${date}\n${'b'.repeat(64)},bounced,2024-01-01\n`,
      'subscribers.csv': `${columns}\nc@b.example,en,2024-01-01T00:00:00Z,true,2024-01-01T00:00:00Z,false,${date},bounced\nd@b.example,en,2024-01-01T00:00:00Z,true,2024-01-01T00:00:00Z,true,,\n`,
      'newsletter/2024-01-01/issue.json': JSON.stringify({ status: 'draft', created: date, changed: date }),
    })
    const { sql } = database
    expect(await sql`select slug from public.articles`).toEqual([{ slug: 'good' }])
    expect(await sql`select source from public.translation_segments`).toEqual([{ source: 'Two' }])
    expect(await sql`select address_hash from private.suppressed_addresses`).toEqual([
      { address_hash: 'b'.repeat(64) },
    ])
    expect(await sql`select email from public.newsletter_subscribers`).toEqual([{ email: 'd@b.example' }])
    expect(await sql`select slug from public.newsletter_issues`).toEqual([])
  },
)

test('a marker whose address is none is refused in a sentence', async () => {
  for (const siteUrl of ['https://a.example\u0000', 'https://a.example\ud83d', 'https://a.example/\nb']) {
    const source = memorySource({ 'ai-watch-export.json': JSON.stringify({ format: 1, siteUrl }) })
    await expect(importing(jobs.services).plan(source)).rejects.toThrow(UnreadableSource)
  }
})

test('a paper that is not empty keeps what it has, and the plan says what is left out', async () => {
  await database.sql`insert into public.settings (key, value) values ('site_name', '"Mine"')`
  await database.sql`insert into public.pages (slug, title, content, published) values ('imprint', 'Mine', 'Mine.', true)`
  await database.sql`
    insert into public.articles (slug, title, excerpt, content, category, author, published, featured)
    values ('port', 'Mine', 'Mine', 'Mine.', 'news', 'Me', true, true)`
  await database.sql`insert into public.glossary_terms (language, term, rule) values ('de', 'Port', 'keep')`
  const page = (title: string) => ({ en: { title, content: `${title}.` } })
  const source = memorySource({
    'ai-watch-export.json': MARKER,
    'articles/en/port.md': article({ featured: true }),
    'glossary.tbx': `<tbx><text><body><conceptEntry><langSec xml:lang="en"><termSec><term>port</term></termSec></langSec><langSec xml:lang="de"><termSec><term>Hafen</term><note>translate-as</note></termSec></langSec></conceptEntry></body></text></tbx>`,
    'site/site.json': JSON.stringify({
      site_name: 'Theirs',
      categories: [{ slug: 'news' }, { slug: 'harbours', names: { en: 'Harbours' } }],
      retired: { tech: 'news' },
      pages: { imprint: page('Theirs'), team: page('Team') },
    }),
    'site/drafts/imprint.en.md': '---\ntitle: "Theirs"\nslug: "imprint"\nlang: "en"\n---\nTheirs.\n',
  })
  const importer = importing(jobs.services)
  const planned = await importer.plan(source)
  const told = planned.notes.flatMap(({ first }) => first.map(({ what }) => what))
  expect(told).toEqual(
    expect.arrayContaining([expect.stringContaining('settings'), 'the section news', '/imprint']),
  )
  await importer.run(planned.id, source)
  expect(await rowsOf('select value from public.settings')).toEqual([{ value: 'Mine' }])
  expect(await rowsOf(`select slug, title from public.pages order by slug`)).toEqual([
    { slug: 'imprint', title: 'Mine' },
    { slug: 'team', title: 'Team' },
  ])
  expect(
    await rowsOf('select slug from public.categories where retired_to is null order by position'),
  ).toEqual(['business', 'tech', 'opinion', 'hack', 'news', 'harbours'].map((slug) => ({ slug })))
  expect(await rowsOf('select slug, title, featured from public.articles order by slug')).toEqual([
    { slug: 'port', title: 'Mine', featured: true },
    { slug: 'port-2', title: 'Port', featured: false },
  ])
  expect(await rowsOf('select term, rule from public.glossary_terms')).toEqual([
    { term: 'Port', rule: 'keep' },
  ])
})
