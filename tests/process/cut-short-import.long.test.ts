import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeZip } from '#server/platform/documents/testing/write-zip.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { runToEnd, succeed } from './run-main.ts'

const folder = createTemporaryFolder('cut-short-import')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const environment = () => ({ DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') })
const command = (...args: string[]) => runToEnd('import', args, environment())

function put(path: string, content: string | Uint8Array): string {
  const whole = join(folder, path)
  mkdirSync(join(whole, '..'), { recursive: true })
  writeFileSync(whole, content)
  return whole
}

const titles = async () =>
  (await database.sql`select title from public.articles order by title`).map(({ title }) => title)

const ITEMS = ['One', 'Two', 'Three'].map(
  (title, n) =>
    `<item><title>${title}</title><link>https://harbour.blog/${n}</link><guid>${n}</guid><pubDate>Mon, 0${n + 1} Jan 2024 08:00:00 GMT</pubDate><description>${title} words, and some more of them.</description></item>`,
)
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title><link>https://harbour.blog/</link>${ITEMS.join('')}</channel></rss>`

test('what is cut short ends with another code, says what was read, and the whole of it brings the rest', async () => {
  const path = put('feed.xml', FEED.slice(0, FEED.indexOf('Three words') + 9))
  const sentence = 'feed.xml was not read to its end: the feed ends or breaks after item 2.'
  const planned = await command(path, '--dry-run')
  expect([planned.code, planned.output]).toEqual([1, expect.stringContaining(sentence)])
  expect(await titles()).toEqual([])
  const { code, output } = await command(path)
  expect(code).toBe(1)
  expect(output).toContain('Imported: 2 new')
  expect(output).toContain(sentence)
  expect(await titles()).toEqual(['One', 'Two'])
  put('feed.xml', FEED)
  expect(await succeed('import', [path], environment())).toContain('Imported: 1 new, 0 changed, 2 unchanged')
  expect(await titles()).toEqual(['One', 'Three', 'Two'])
})

test('an archive that is cut short is read not at all, and nothing changes', async () => {
  const before = await titles()
  const posts = [1, 2, 3].map((n) => ({
    path: `content/${n}.md`,
    content: `---\ntitle: ${n}\ndate: 2024-01-01\n---\n${randomBytes(2_000).toString('hex')}`,
  }))
  const zip = writeZip(posts)
  for (const [name, bytes, sentence] of [
    [
      'site.zip',
      zip.subarray(0, zip.length / 2),
      'is a damaged or incomplete zip file, so nothing of it was read.',
    ],
    ['site.tar.gz', gzipSync(randomBytes(9_000)).subarray(0, 5_000), 'is in none of the formats'],
  ] as const) {
    const { code, output } = await command(put(name, bytes))
    expect([code, output]).toEqual([1, expect.stringContaining(`${name} ${sentence}`)])
  }
  expect(await titles()).toEqual(before)
})

test('a file that is damaged in a whole archive, or a table in it that is cut short, is named, and what was read is here', async () => {
  const post = (title: string) => `---\ntitle: ${title}\ndate: 2024-01-01\n---\nA text.`
  const documents = writeZip(
    ['a', 'b'].map((name) => ({ path: `${name}.md`, content: post(`Ship ${name}`) })),
  )
  // The checksum of the first file, in the directory of the archive.
  documents.writeUInt32LE(1, documents.indexOf('PK\u0001\u0002', 0, 'latin1') + 16)
  const csv = [
    'post_id,post_date,is_published,title',
    ...[1, 2].map((n) => `${n}.s,2024-05-01,true,Boat ${n}`),
  ]
  const letters = (rows: string) =>
    writeZip([
      { path: 'posts.csv', content: rows },
      ...[1, 2].map((n) => ({ path: `posts/${n}.s.html`, content: '<p>A text.</p>' })),
    ])
  for (const [name, zip, sentence, title] of [
    ['documents.zip', documents, 'a.md was not read to its end: it is damaged', 'Ship b'],
    ['letters.zip', letters(`${csv.slice(0, 2).join('\n')}\n`), 'posts/2.s.html is not in it.', 'Boat 1'],
    ['letters.zip', letters(csv.join('\n').slice(0, -15)), 'posts.csv breaks after row 1.', 'Boat 1'],
  ] as const) {
    const { code, output } = await command(put(name, zip))
    expect([code, output]).toEqual([1, expect.stringContaining(sentence)])
    expect(await titles()).toContain(title)
  }
  expect(await titles()).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:Ship a|Boat 2?)$/)]))
})

test('import-two-folders-of-one-name: each folder is a site, and a change names what it replaces and is undone', async () => {
  const post = (title: string, date: string) => `---\ntitle: ${title}\ndate: ${date}\n---\nA text.\n`
  const first = put('blog-a/content/hello.md', post('Harbour news of A', '2024-01-01')).slice(0, -9)
  const second = put('blog-b/content/hello.md', post('Mountain news of B', '2024-01-02')).slice(0, -9)
  for (const path of [first, second])
    expect(await succeed('import', [path], environment())).toContain('Imported: 1 new, 0 changed')
  expect(await titles()).toEqual(expect.arrayContaining(['Harbour news of A', 'Mountain news of B']))
  put('blog-b/content/hello.md', post('Valley news', '2025-01-02'))
  const asked = await command(second)
  expect([asked.code, asked.output]).toEqual([
    1,
    expect.stringContaining(
      'it would replace “Mountain news of B”. Name the site: “content” if it is the same one',
    ),
  ])
  const done = await succeed('import', [second, '--source', 'content'], environment())
  expect(done).toContain('Mountain news of B → replaced: 1 (Valley news)')
  const [, id = ''] = /--undo (\S+)/.exec(done) ?? []
  expect(await succeed('import', ['--undo', id], environment())).toContain('put 1 back as they were')
  expect(await titles()).toEqual(expect.arrayContaining(['Harbour news of A', 'Mountain news of B']))
})
