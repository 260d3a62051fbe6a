import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memorySource } from '#server/features/import/testing/memory-source.ts'
import { expectedTexts, readAll } from '#server/features/import/testing/read-all.ts'
import { readWordpress } from '#server/features/import/wordpress/read-wordpress.ts'

const FOLDER = join(import.meta.dirname, 'testing')
const EXPORT = readFileSync(join(FOLDER, 'export.xml'), 'utf8')
const EXPECTED = expectedTexts(readFileSync(join(FOLDER, 'expected.md'), 'utf8'))
const { articles, told, items, notes } = await readAll(readWordpress, memorySource(EXPORT))
const byId = (id: number) => articles.find(({ sourceId }) => sourceId === `wordpress:${id}`)

test('the export has every block and shortcode, and all of it is read', () => {
  expect(articles.length).toBeGreaterThan(40)
  expect(articles).toHaveLength(EXPECTED.length)
})

test.each(EXPECTED.map(([slug, markdown], index) => [slug, index, markdown] as const))(
  'the text of %s (%i)',
  (_slug, index, markdown) => {
    expect(articles[index]?.markdown).toBe(markdown)
  },
)

test('what cannot be kept is named', () => {
  expect(told).toMatchInlineSnapshot(`
    [
      "gallery: 2 pictures → pictures",
      "embed: https://www.youtube.com/watch?v=abc → link",
      "embed: https://twitter.com/a/status/1 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/talk.mp3 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/boat.mp4 → link",
      "embed: https://vimeo.com/76979871 → link",
      "block: latest-posts → left-out",
      "block: archives → left-out",
      "block: categories → left-out",
      "block: calendar → left-out",
      "block: tag-cloud → left-out",
      "block: rss → left-out",
      "block: search → left-out",
      "block: page-list → left-out",
      "block: latest-comments → left-out",
      "block: loginout → left-out",
      "block: site-title → left-out",
      "block: post-title → left-out",
      "block: query-pagination → left-out",
      "block: social-link → left-out",
      "block: jetpack/contact-form → left-out",
      "block: shared block 951 → left-out",
      "gallery: 2 pictures → pictures",
      "gallery: 2 pictures → pictures",
      "picture: attachment 999 → left-out",
      "gallery: 1 pictures → pictures",
      "media: https://harbour.example/wp-content/uploads/2024/05/a.mp3 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/v.mp4 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/b.mp3 → link",
      "media: https://harbour.example/wp-content/uploads/2024/05/song.mp3 → link",
      "embed: https://vimeo.com/1 → link",
      "embed: https://www.youtube.com/watch?v=x → link",
      "embed: https://vimeo.com/12345 → link",
      "form: [contact-form-7] → left-out",
      "form: [contact-form] → left-out",
      "shortcode: [vc_row] → text",
      "shortcode: [vc_column] → text",
      "shortcode: [vc_column_text] → text",
      "shortcode: [su_spacer] → left-out",
      "picture: x → left-out",
      "link: javascript:alert(1) → text",
      "password: protected by a password → draft",
      "members-only: private → draft",
      "page: trash → left-out",
      "date: 2024-02-31 10:00:00 → replaced",
      "page: page → draft",
      "page: product → left-out",
      "unreadable: id abc → left-out",
      "duplicate: 101 → left-out",
      "translation: another language of it is not in the export → original",
      "translation: another language of it is not in the export → original",
      "block: avatar → left-out",
      "block: comment-author-name → left-out",
      "block: comment-content → left-out",
      "block: comment-date → left-out",
      "block: comment-edit-link → left-out",
      "block: comment-reply-link → left-out",
      "block: comments-pagination-next → left-out",
      "block: comments-pagination-numbers → left-out",
      "block: comments-pagination-previous → left-out",
      "block: comments-title → left-out",
      "block: home-link → left-out",
      "block: legacy-widget → left-out",
      "block: navigation-link → left-out",
      "block: page-list-item → left-out",
      "block: post-author → left-out",
      "block: post-author-biography → left-out",
      "block: post-author-name → left-out",
      "block: post-comments-count → left-out",
      "block: post-comments-form → left-out",
      "block: post-comments-link → left-out",
      "block: post-content → left-out",
      "block: post-date → left-out",
      "block: post-excerpt → left-out",
      "block: post-featured-image → left-out",
      "block: post-navigation-link → left-out",
      "block: post-terms → left-out",
      "block: post-time-to-read → left-out",
      "block: query-pagination-next → left-out",
      "block: query-pagination-numbers → left-out",
      "block: query-pagination-previous → left-out",
      "block: query-title → left-out",
      "block: query-total → left-out",
      "block: read-more → left-out",
      "block: site-logo → left-out",
      "block: site-tagline → left-out",
      "block: template-part → left-out",
      "block: term-description → left-out",
      "block: post-title → left-out",
      "block: comments-title → left-out",
      "block: comment-content → left-out",
      "block: comments-pagination-next → left-out",
      "block: navigation-link → left-out",
      "block: navigation-link → left-out",
      "block: social-link → left-out",
      "media: https://harbour.example/wp-content/uploads/2024/05/boat.mp4 → link",
      "format: math → left-out",
      "embed: https://www.youtube.com/watch?v=abc → link",
      "embed: https://www.youtube.com/watch?v=abc → link",
      "embed: https://twitter.com/a/status/1 → link",
      "table: cells that span columns → text",
      "gallery: 2 pictures → pictures",
    ]
  `)
})

test('notes say where', () => {
  expect(notes.find(({ kind }) => kind === 'password')?.place).toEqual({
    file: 'export',
    title: 'Locked',
    sourceId: expect.stringMatching(/^wordpress:\d+$/),
  })
})

test('an article has its people, subjects, pictures and addresses', () => {
  expect(byId(880)).toMatchObject({
    title: 'Everything',
    language: 'en',
    excerpt: 'What search engines show',
    featured: true,
    authors: ['wordpress:author:__proto__'],
    categories: ['wordpress:category:ports', 'wordpress:category:news'],
    tags: ['wordpress:tag:__proto__'],
    hero: {
      address: 'https://harbour.example/wp-content/uploads/2024/05/harbour.jpg',
      alt: 'A harbour',
      caption: 'The harbour at night',
    },
    social: { title: 'Shared title', description: '', image: '' },
    publishDate: '2024-05-01T10:00:00.000Z',
    updatedDate: '2024-06-01T08:30:00.000Z',
    oldAddresses: ['/2024/05/everything/', '/?p=880', '/2024/05/everything-before/'],
  })
  expect(items).toContainEqual({
    kind: 'term',
    sourceId: 'wordpress:category:ports',
    taxonomy: 'category',
    name: 'Ports',
    slug: 'ports',
    parent: 'wordpress:category:news',
  })
  expect(items).toContainEqual({
    kind: 'author',
    sourceId: 'wordpress:author:mara',
    name: 'Mara Lind',
    slug: 'mara',
  })
  expect(items.filter(({ kind }) => kind === 'picture')).toHaveLength(5)
})

test.each([
  [881, 'scheduled', '2031-01-01T10:00:00.000Z'],
  [882, 'draft', '2024-05-01T10:00:00.000Z'],
])('article %i is %s', (id, status, publishDate) => {
  expect(byId(id)).toMatchObject({ status, publishDate })
})

test.each(['locked', 'internal', 'pending'])('%s is a draft', (slug) => {
  expect(articles.find((article) => article.slug === slug)?.status).toBe('draft')
})

test('slugs of other scripts are readable', () => {
  expect(articles.map(({ slug }) => slug)).toContain('港')
})

test.each([
  [601, 'en', null],
  [600, 'de', 'wordpress:601'],
  [602, 'pt', 'wordpress:601'],
  [603, 'de', null],
  [604, 'de', null],
  [610, 'fr', null],
  [611, 'it', 'wordpress:610'],
])('article %i is in %s and a translation of %s', (id, language, translationOf) => {
  expect(byId(id)).toMatchObject({ language, translationOf })
})

describe('bad exports', () => {
  const wxr = (inner: string) =>
    `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><wp:wxr_version>1.2</wp:wxr_version>${inner}</channel></rss>`
  const post = (id: string, content: string) =>
    `<item><title>T</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2024-01-01 00:00:00</wp:post_date_gmt><content:encoded><![CDATA[${content}]]></content:encoded></item>`
  const read = (text: string | Uint8Array) => readAll(readWordpress, memorySource({ 'a.xml': text }, 60_000))

  test('entities are refused, before anything is made of them', async () => {
    const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>`
    await expect(read(wxr('').replace('?>', `?>${laughs}`))).rejects.toThrow('defines entities of its own')
    await expect(
      read(
        wxr(post('1', 'a')).replace(
          '?>',
          `?><!DOCTYPE rss SYSTEM "file:///etc/passwd" [<!ENTITY x SYSTEM "file:///etc/passwd">]>`,
        ),
      ),
    ).rejects.toThrow('entities')
  })

  test.each([
    ['no XML', 'PK'],
    ['a page', '<html><body>'],
    ['a feed', '<rss><channel><item><title>a</title></item></channel></rss>'],
    ['nothing but depth', '<a>'.repeat(500_000)],
  ])('%s: one sentence', async (_what, text) => {
    await expect(read(text)).rejects.toThrow(/^folder is no export of WordPress, or was cut short/)
  })

  test('a file that is cut short is read as far as it goes, with one note', async () => {
    const whole = wxr(post('1', 'a') + post('2', 'b') + post('3', 'c'))
    const cut = await read(whole.slice(0, whole.lastIndexOf('c]]>')))
    expect(cut.articles.map(({ markdown }) => markdown)).toEqual(['a', 'b'])
    expect(cut.told).toEqual(['incomplete: the file ends or breaks after item 2 → left-out'])
  })

  test('characters that XML forbids, and bytes that are no text, cost nothing but themselves', async () => {
    const bytes = Buffer.from(wxr(post('1', 'a\u0008b XX') + post('2', 'c')), 'latin1')
    bytes[bytes.indexOf('XX')] = 0xff
    const { articles: found, told: said } = await read(bytes)
    expect(found.map(({ markdown }) => markdown)).toEqual(['ab \uFFFDX', 'c'])
    expect(said.every((note) => note.startsWith('encoding'))).toBe(true)
  })

  test('shared blocks that contain themselves, and shortcodes without an end, take linear time', async () => {
    const shared = (id: string, content: string) => post(id, content).replace('>post<', '>wp_block<')
    const self = '<!-- wp:block {"ref":9} /-->'
    const hostile = [
      self,
      '[caption]<img src=x>',
      '[gallery ',
      '[a',
      '<!--',
      '<pre',
      '[[',
      '[x y=z]',
      '[/caption]',
      '[embed]',
    ].map((unit, index) => post(String(index + 1), unit.repeat(200_000 / unit.length)))
    const started = performance.now()
    const { articles: found } = await read(
      wxr(shared('9', self.repeat(500)) + hostile.join('').replace('<wp:post_id>9<', '<wp:post_id>99<')),
    )
    expect(found).toHaveLength(10)
    expect(performance.now() - started).toBeLessThan(60_000)
  })

  test('an item that is too large is one note', async () => {
    const { articles: found, told: said } = await read(
      wxr(post('1', 'word '.repeat(2_000_000)) + post('2', 'b')),
    )
    expect(found.map(({ sourceId }) => sourceId)).toEqual(['wordpress:2'])
    expect(said).toEqual(['too-large: T → left-out'])
  })
})
