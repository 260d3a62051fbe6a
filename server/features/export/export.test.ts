import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseDocument } from 'yaml'
import { parseSiteFile } from '#core/domain/site-file.ts'
import { openPlace } from '#server/features/backup/testing/open-place.ts'
import { createExport } from '#server/features/export/create-export.ts'
import { fillPublication, ODD_TITLE, PICTURE } from '#server/features/export/testing/fill-publication.ts'
import { writeFolder } from '#server/features/export/write-folder.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const signal = new AbortController().signal
const root = createTemporaryFolder('export')
let place: ReturnType<typeof openPlace>
const into = join(root, 'export')

beforeAll(async () => {
  const database = await createTestDatabase()
  place = openPlace(database, root)
  await fillPublication(place)
  await exportTo(into)
  return async () => {
    await database.drop()
    await rm(root, { recursive: true, force: true })
  }
})

const exportTo = (folder: string, withSubscribers = false) =>
  createExport(place.source, (entries) => writeFolder(folder, entries), { withSubscribers, signal })

const read = (path: string) => readFile(join(into, path), 'utf8')

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

async function hashFiles(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const path of await listFiles(folder)) hash.update(path).update(await readFile(join(folder, path)))
  return hash.digest('hex')
}

function newFolder(): string {
  const folder = createTemporaryFolder('export')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function readArticle(path: string) {
  const [, yaml = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(await read(path)) ?? []
  const document = parseDocument(yaml, { strict: true })
  expect(document.errors).toEqual([])
  return { fields: document.toJS(), text }
}

test('an export has everything, under names that every file system has', async () => {
  const files = await listFiles(into)
  expect(files.map((file) => file.replace(/~[0-9a-f]+/, '~HASH'))).toEqual([
    'README.md',
    'ai-watch-export.json',
    'articles/de/der-stille-hafen.md',
    'articles/en/con_.md',
    'articles/en/the-quiet-port.md',
    'authors.json',
    'glossary.tbx',
    'memory/en-de.tmx',
    'newsletter/2026-01-04/en.html',
    'newsletter/2026-01-04/en.txt',
    'newsletter/2026-01-04/en.web.html',
    'newsletter/2026-01-04/issue.json',
    'pictures.json',
    'redirects.json',
    'site/drafts/aux_.en.md',
    'site/imprint.en.md',
    'site/pages.json',
    'site/site.json',
    'storage/v1/object/public/article-images/articles/A.PNG',
    'storage/v1/object/public/article-images/renamed/articles-a~HASH.png',
    'storage/v1/object/public/article-images/renamed/articles-what-~HASH.png',
  ])
})

test('an article has its fields as they are stored, and its text but for the site in addresses of pictures', async () => {
  const { fields, text } = await readArticle('articles/en/the-quiet-port.md')
  expect(fields).toEqual({
    title: ODD_TITLE,
    subtitle: 'A subtitle',
    description: 'Of ports.',
    slug: 'the-quiet-port',
    lang: 'en',
    translationKey: 'en/the-quiet-port',
    date: '2026-01-02T03:04:05.678901Z',
    lastmod: expect.stringMatching(/Z$/),
    created: '2026-01-01T00:00:00Z',
    draft: false,
    featured: true,
    authors: ['Mara Lind, Jo and Co'],
    categories: ['tech'],
    readingTime: '1 min read',
    image: { src: '/storage/v1/object/public/article-images/articles/a.png', alt: 'Two cranes' },
    social: { title: 'Shared' },
    corrections: [{ date: '2026-01-02T10:00:00Z', text: 'There are two ports.' }],
  })
  // Code is text.
  expect(text).toBe(
    '  Indented.\n\n![Cranes](/storage/v1/object/public/article-images/articles/a.png "At night") and `https://first.example/storage/v1/object/public/article-images/articles/a.png`\n\n---\n\nEnd.\n',
  )
  const german = await readArticle('articles/de/der-stille-hafen.md')
  expect(german.fields).toMatchObject({
    translationKey: 'en/the-quiet-port',
    aliases: ['/article/hafen?lang=de', '/2019/05/hafen', '/?p=7'],
    translation: { origin: 'person', corrected: '2026-01-02T10:00:00Z' },
  })
  const draft = await readArticle('articles/en/con_.md')
  expect(draft.fields).toMatchObject({
    slug: 'con',
    draft: true,
    publish: { at: '2099-01-01T08:00:00Z', zone: 'Europe/Zurich', featured: false },
  })
  expect(draft.text).toBe('\n')
})

test('lists say what is known of pictures, authors and old addresses', async () => {
  const pictures = JSON.parse(await read('pictures.json'))
  for (const { file, address } of pictures)
    expect(await read(file)).toBe(`${PICTURE} ${address.split('article-images/')[1]}`)
  expect(pictures.find(({ alts }: { alts: object }) => 'en' in alts)).toMatchObject({
    address: '/storage/v1/object/public/article-images/articles/a.png',
    credit: 'Jo',
    licence: 'CC BY 4.0',
  })
  expect(JSON.parse(await read('authors.json')).map(({ name }: { name: string }) => name)).toEqual([
    '=Ed',
    'Mara Lind',
    'Mara Lind, Jo and Co',
  ])
  expect(JSON.parse(await read('redirects.json'))).toEqual([
    { from: '/2019/05/hafen', to: '/article/der-stille-hafen?lang=de' },
    { from: '/?p=7', to: '/article/der-stille-hafen?lang=de' },
    { from: '/article/hafen?lang=de', to: '/article/der-stille-hafen?lang=de' },
  ])
})

test('the settings are a file of a publication, without secrets', async () => {
  const { file, problems } = parseSiteFile(await read('site/site.json'))
  expect(problems).toEqual([])
  expect(file.settings.site_name).toBe('Port Watch')
  expect(file.pages.imprint?.en).toEqual({ title: 'Imprint', file: './imprint.en.md' })
  expect(await read('site/imprint.en.md')).toBe('Who we are.')
})

test('the newsletter leads to nobody’s own pages', async () => {
  expect(await read('newsletter/2026-01-04/en.html')).toBe(
    '<p><a href="https://first.example/newsletter">Leave</a></p>\n',
  )
  expect(await read('newsletter/2026-01-04/en.txt')).toBe(
    'Web: https://first.example/newsletter/issues/2026-01-04\n',
  )
  expect(JSON.parse(await read('newsletter/2026-01-04/issue.json'))).toMatchObject({
    status: 'sending',
    audience: 12,
    editions: [{ language: 'en', subject: 'Ports' }],
    items: [{ article: 'en/the-quiet-port', section: 'top' }],
  })
})

test('the memory is TMX of which the texts come back, and the glossary is TBX', async () => {
  const segments = readXml(await read('memory/en-de.tmx')).filter(({ name }) => name === 'seg')
  expect(segments.map(({ text }) => text)).toEqual([
    'A <b1>quiet</b1> & <c1/> port',
    '<c1/> Ein <b1>stiller</b1> Hafen',
  ])
  const memory = await read('memory/en-de.tmx')
  expect(memory).toContain('<bpt i="1" x="1">&lt;b1&gt;</bpt>quiet<ept i="1">&lt;/b1&gt;</ept>')
  expect(memory).toContain('<ph x="2">&lt;c1/&gt;</ph> Ein')
  const elements = readXml(await read('glossary.tbx'))
  expect(elements.filter(({ name }) => name === 'conceptEntry')).toHaveLength(2)
  expect(elements.filter(({ name }) => name === 'term').map(({ text }) => text)).toEqual([
    'Port',
    'Hafen',
    'port',
    'Porz',
  ])
})

test('two exports of one state are the same bytes, and a later one removes what is no more, and nothing else', async () => {
  const other = join(newFolder(), 'export')
  await exportTo(other)
  expect(await hashFiles(other)).toBe(await hashFiles(into))
  await mkdir(join(other, '.git'))
  await writeFile(join(other, '.git/HEAD'), 'main')
  await writeFile(join(other, 'notes.txt'), 'mine')
  await writeFile(join(other, 'articles/en/gone.md'), 'gone')
  await writeFile(join(other, 'articles/en/half.md.partial'), 'half')
  await exportTo(other, true)
  expect(await listFiles(other)).toEqual(
    [
      ...(await listFiles(into)),
      '.git/HEAD',
      'notes.txt',
      'subscribers.csv',
      'suppressed-addresses.csv',
    ].sort(),
  )
  expect(await readFile(join(other, 'subscribers.csv'), 'utf8')).toBe(
    "email,language,subscribed_at,confirmed,confirmed_at,active,left_at,left_reason,sections\r\n'=ada@example.org,en,2026-01-01T00:00:00Z,true,2026-01-01T00:00:00Z,true,,,\r\n",
  )
  await exportTo(other)
  expect(await listFiles(other)).not.toContain('subscribers.csv')
})

test('a folder with anything else is refused, and nothing is written or removed through a link', async () => {
  const folder = newFolder()
  await writeFile(join(folder, 'thesis.txt'), 'mine')
  await expect(exportTo(folder)).rejects.toThrow(/is not empty, and was not written by an export/)
  expect(await readdir(folder)).toEqual(['thesis.txt'])
  await expect(exportTo(join(folder, 'thesis.txt'))).rejects.toThrow(/is a file: name a folder/)
  await writeFile(join(folder, 'ai-watch-export.json'), '{"format": 1, "siteUrl": "https://first.example"}')
  const elsewhere = newFolder()
  await writeFile(join(elsewhere, 'precious.md'), 'mine')
  await symlink(elsewhere, join(folder, 'memory'))
  await expect(exportTo(folder)).rejects.toThrow(/memory is no folder/)
  await rm(join(folder, 'memory'))
  await rm(join(folder, 'README.md'))
  await symlink(join(elsewhere, 'precious.md'), join(folder, 'README.md'))
  await exportTo(folder)
  expect(await readdir(elsewhere)).toEqual(['precious.md'])
  expect(await readFile(join(elsewhere, 'precious.md'), 'utf8')).toBe('mine')
})

/** The elements of an XML text with their own text; it is well-formed, with namespaces. */
function readXml(text: string): { name: string; text: string }[] {
  const parser = new SaxesParser({ xmlns: true })
  const elements: { name: string; text: string }[] = []
  const open: { name: string; text: string }[] = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    const element = { name, text: '' }
    elements.push(element)
    open.push(element)
  })
  parser.on('text', (part) => {
    for (const element of open) element.text += part
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  return elements
}
