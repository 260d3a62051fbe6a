import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collectNotes } from '#server/features/import/collect-notes.ts'
import { readGhost } from '#server/features/import/ghost/read-ghost.ts'
import { expectedTexts, memorySource, readAll } from '#server/features/import/testing/read-all.ts'

const FOLDER = join(import.meta.dirname, 'testing')
const EXPORT = readFileSync(join(FOLDER, 'export.json'), 'utf8')
const EXPECTED = expectedTexts(readFileSync(join(FOLDER, 'expected.md'), 'utf8'))
const { articles, told, items } = await readAll(readGhost, memorySource({ 'ghost.json': EXPORT }))

test('the export has every card, and all of it is read', () => {
  expect(articles.length).toBeGreaterThan(40)
  expect(articles.map(({ slug }) => slug)).toEqual(EXPECTED.map(([slug]) => slug))
})

test.each(EXPECTED.map(([slug, markdown], index) => [slug, index, markdown] as const))(
  'the text of %s (%i)',
  (_slug, index, markdown) => {
    expect(articles[index]?.markdown).toBe(markdown)
  },
)

test('what cannot be kept is named', () => {
  expect(told).toEqual([
    'other-data: settings → left-out',
    'format: u → text',
    'format: mark → text',
    'gallery: 2 pictures → pictures',
    'format: script → left-out',
    'members-only: html → left-out',
    'embed: https://www.youtube.com/watch?v=abc → link',
    'embed: https://twitter.com/a/status/1 → link',
    'block: bookmark → link',
    'block: rating → left-out',
    'media: /content/media/2024/05/talk.mp3 → link',
    'media: /content/media/2024/05/boat.mp4 → link',
    'form: signup → left-out',
    'embed: transistor → left-out',
    'block: email → left-out',
    'block: email-cta → left-out',
    'members-only: paid → draft',
    'members-only: paywall → left-out',
    'block: hologram → left-out',
    'link: javascript:alert(1) → text',
    'block: bookmark → link',
    'embed: https://vimeo.com/1 → link',
    'members-only: paywall → left-out',
    'block: email → left-out',
    'block: email-cta → left-out',
    'gallery: 2 pictures → pictures',
    'media: /content/media/a.mp3 → link',
    'media: /content/media/v.mp4 → link',
    'unreadable: lexical → replaced',
    'members-only: sent by mail only → draft',
    'page: about → draft',
    'date: 2024-02-31T25:61:00Z → draft',
    'gallery: 2 pictures → pictures',
    'embed: https://opensea.io/assets/1 → link',
    'embed: https://open.spotify.com/track/1 → link',
    'embed: https://a.example/post → link',
    `duplicate: ${articles[0]?.sourceId.slice('ghost:'.length)} → left-out`,
  ])
})

const bySlug = (slug: string) => articles.find((article) => article.slug === slug)

test('an article has its people, subjects, language, pictures and addresses', () => {
  expect(bySlug('deutsch')).toMatchObject({
    language: 'de',
    title: 'Deutsch',
    excerpt: 'Kurz gesagt',
    status: 'published',
    featured: true,
    authors: [expect.stringMatching(/^ghost:author:/), 'ghost:author:__proto__'],
    tags: ['ghost:tag:tag1', 'ghost:tag:tag2'],
    hero: { address: '/content/images/2024/05/hero.jpg', alt: 'Ein Hafen', caption: 'Foto: Nora' },
    social: { title: 'Geteilt', description: 'So', image: '' },
    oldAddresses: ['/deutsch/'],
    updatedDate: expect.stringMatching(/^2024-06-.*Z$/),
  })
  expect(bySlug('headings')?.language).toBe('en')
  expect(items).toContainEqual({
    kind: 'author',
    sourceId: 'ghost:author:__proto__',
    name: '__proto__',
    slug: '__proto__',
  })
  expect(items.filter(({ kind }) => kind === 'term')).toHaveLength(2)
})

test.each([
  ['scheduled', 'scheduled', '2031-01-01T10:00:00.000Z'],
  ['a-draft', 'draft', null],
  ['by-mail', 'draft', expect.any(String)],
  ['paywall', 'draft', expect.any(String)],
  ['odd-date', 'draft', null],
])('%s is %s', (slug, status, publishDate) => {
  expect(bySlug(slug)).toMatchObject({ status, publishDate })
})

test('a bundle brings its pictures, and says how addresses were made', async () => {
  const bundle = await readAll(
    readGhost,
    memorySource({
      'harbour/data/ghost.json': EXPORT,
      'harbour/data/routes.yaml':
        'collections:\n  /blog/:\n    permalink: /blog/{year}/{slug}/\n    template: index\n',
      'harbour/content/images/2024/05/hero.jpg': 'x',
      'harbour/redirects.json': '[]',
    }),
  )
  expect(bundle.items[0]).toEqual({
    kind: 'picture',
    address: '/content/images/2024/05/hero.jpg',
    entry: 'harbour/content/images/2024/05/hero.jpg',
    alt: '',
    caption: '',
  })
  expect(bundle.articles.at(-1)?.oldAddresses).toEqual(['/blog/2024/deutsch/', '/deutsch/'])
})

test('a page is one, in the language of the site', () => {
  expect(items.filter(({ kind }) => kind === 'page')).toMatchObject([
    { slug: 'about', title: expect.any(String), oldAddresses: ['/about/'] },
  ])
})

describe('bad exports', () => {
  test.each([
    ['nothing of it', '{"db":[{"meta":{"ver'],
    ['other JSON', '{"posts":[1,2]}'],
    ['no JSON', '<html>'],
    ['deep JSON', '['.repeat(2_000_000)],
  ])('%s: one sentence', async (_what, text) => {
    await expect(readAll(readGhost, memorySource({ 'a.json': text }, 100_000))).rejects.toThrow(
      /^folder is no export of Ghost, or was cut short/,
    )
  })

  test('a file that is cut short is read as far as it goes, with one note', async () => {
    const cut = await readAll(
      readGhost,
      memorySource({ 'a.json': EXPORT.slice(0, EXPORT.indexOf('"a-draft"')) }),
    )
    expect(cut.articles.length).toBeGreaterThan(35)
    expect(cut.told.filter((note) => note.startsWith('incomplete'))).toEqual([
      expect.stringMatching(/^incomplete: the file ends or breaks after post \d+ → left-out$/),
    ])
  })

  test('an article that is too large, or no object, is one note', async () => {
    const posts = [
      { id: 'a', title: 'A', html: 'x'.repeat(9_000_000) },
      { id: 'b', title: 'B', html: 'word '.repeat(300_000) },
      'no post',
      { title: 'without an id' },
      { id: 'c', title: 'C', html: '<p>c</p>', slug: 'c' },
    ]
    const read = await readAll(
      readGhost,
      memorySource({ 'a.json': JSON.stringify({ data: { posts } }) }, 64_000),
    )
    expect(read.articles.map(({ sourceId }) => sourceId)).toEqual(['ghost:c'])
    expect(read.told).toEqual([
      'too-large: post 1 → left-out',
      'too-large: 1.4 MB → left-out',
      'unreadable: post 3 → left-out',
      'unreadable: a post without an id → left-out',
    ])
  })

  test('ten thousand broken posts are counted', async () => {
    const posts = Array.from({ length: 10_000 }, () => ({ title: 'x' }))
    const read = await readAll(
      readGhost,
      memorySource({ 'a.json': JSON.stringify({ data: { posts } }) }, 64_000),
    )
    expect(read.notes).toEqual([expect.objectContaining({ kind: 'unreadable', count: 10_000 })])
    expect(read.counts.get('unreadable')).toBe(10_000)
  })

  test('bytes that are no text, and halves of characters, cost nothing but themselves', async () => {
    const json = '{"data":{"posts":[{"id":"a","title":"T\\ud800","html":"<p>a XX \\ud800 b\\u0000</p>"}]}}'
    const bytes = Buffer.from(json, 'latin1')
    bytes[bytes.indexOf('XX')] = 0xff
    const read = await readAll(readGhost, memorySource({ 'a.json': bytes }, 7))
    expect(read.articles).toMatchObject([{ title: 'T\uFFFD', markdown: 'a \uFFFDX \uFFFD b' }])
  })

  test('documents that are deep, or no documents, are read without harm', async () => {
    const deep = `{"root":{"type":"root","children":[${'{"type":"list","children":['.repeat(5_000)}${']}'.repeat(5_000)}]}}`
    const posts = [
      deep,
      '[]',
      'null',
      '{"root":1}',
      '{"root":{"children":[1,null,{}]}}',
      '{"sections":[1,[1],[10,5],[1,"x",[[0,[9],9,3]]]]}',
    ].map((document, index) => ({
      id: String(index),
      slug: 'x',
      lexical: document,
      mobiledoc: document,
      html: '<p>html</p>',
    }))
    const read = await readAll(
      readGhost,
      memorySource({ 'a.json': JSON.stringify({ data: { posts } }) }, 64_000),
    )
    expect(read.articles.map(({ markdown }) => markdown)).toEqual(['html', 'html', 'html', 'html', '', ''])
  })
})

test('tables of which nothing is read are named with their numbers', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: `${n}`, title: 'T', uuid: 'u' }))
  const settings = ['title', 'locale', 'navigation'].map((key) => ({ id: key, key, value: 'fr' }))
  const data = { members: rows(3), posts: rows(1), offers: rows(1), settings, empty: [] }
  const { report, things } = collectNotes()
  const found = []
  for await (const item of readGhost(memorySource({ 'a.json': JSON.stringify({ db: [{ data }] }) }), report))
    found.push(item)
  expect(found).toMatchObject([{ kind: 'article', language: 'fr' }])
  expect(things.of('other-data').map(({ what, count, place }) => [what, count, place])).toEqual([
    ['members', 3, 'a.json'],
    ['offers', 1, 'a.json'],
    ['settings', 2, 'a.json'],
  ])
})
